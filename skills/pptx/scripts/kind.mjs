/** What a package of this skill has to be. */
export const KIND = {
  name: 'PowerPoint',
  extension: 'pptx',
  main: 'ppt/presentation.xml',
  namespace: 'http://schemas.openxmlformats.org/presentationml/2006/main',
};
