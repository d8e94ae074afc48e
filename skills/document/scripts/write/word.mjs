import { AlignmentType, Document, Footer, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { htmlToContent } from 'docx/html';

/** Twentieths of a point. */
const PAGE_SIZES = { A4: { width: 11906, height: 16838 }, LETTER: { width: 12240, height: 15840 } };
const STYLE = `
p, pre, table { margin: 0 0 8px 0; }
li p { margin: 0; }
table { width: 100%; }
th, td { border: 1px solid #bbbbbb; padding: 4px; }
th { background: #f2f2f2; }
pre { background: #f6f6f6; }
blockquote { color: #555555; }
`;

/** A Word document: headings, lists and links in Word's own styles, page numbers at the foot. */
export async function writeWord($, { title, pageSize }) {
  const notes = [];
  const children = htmlToContent($('body').html(), {
    stylesheet: STYLE,
    onWarning: ({ message }) => notes.push(message),
  });
  const pageNumber = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
  });
  const document = new Document({
    title,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        properties: { page: { size: PAGE_SIZES[pageSize] } },
        footers: { default: new Footer({ children: [pageNumber] }) },
        children,
      },
    ],
  });
  return { bytes: await Packer.toBuffer(document), notes };
}
