/** What a package of this skill has to be. */
export const KIND = {
  name: 'Word',
  extension: 'docx',
  main: 'word/document.xml',
  namespace: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
};
