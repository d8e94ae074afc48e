/** What a package of this skill has to be. */
export const KIND = {
  name: 'Excel',
  extension: 'xlsx',
  main: 'xl/workbook.xml',
  namespace: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
};
