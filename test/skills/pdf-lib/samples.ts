import { degrees, PDFDocument } from 'pdf-lib';

/** A4 pages with one line of text each. */
export async function pdfOfPages(...texts: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const text of texts) pdf.addPage([595, 842]).drawText(text, { x: 50, y: 700 });
  return pdf.save();
}

/** A page that is stored sideways and whose visible part does not start at the origin. */
export async function turnedPage(rotation: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([700, 900]);
  page.setCropBox(50, 30, 600, 800);
  page.setRotation(degrees(rotation));
  return pdf.save();
}

/** A form with a text, a checkbox, a radio group and a dropdown. */
export async function pdfForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const form = pdf.getForm();
  form.createTextField('name').addToPage(page, { x: 50, y: 700, width: 200, height: 20 });
  form.createCheckBox('agree').addToPage(page, { x: 50, y: 650, width: 15, height: 15 });
  const size = form.createRadioGroup('size');
  for (const [index, option] of ['S', 'L'].entries()) {
    size.addOptionToPage(option, page, { x: 50 + 30 * index, y: 600, width: 15, height: 15 });
  }
  const country = form.createDropdown('country');
  country.addOptions(['PL', 'DE']);
  country.addToPage(page, { x: 50, y: 550, width: 100, height: 20 });
  return pdf.save();
}
