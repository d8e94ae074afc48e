import { PDFCheckBox, PDFDict, PDFDropdown, PDFName, PDFOptionList, PDFRadioGroup, PDFTextField } from 'pdf-lib';
import { Problem } from './cli.mjs';

/** The kinds of fields that can be filled: how each is read and what it takes. */
const kinds = [
  {
    type: 'text',
    of: PDFTextField,
    get: (field) => field.getText() ?? '',
    set: (field, value) => field.setText(expect(field, value, 'string')),
  },
  {
    type: 'checkbox',
    of: PDFCheckBox,
    get: (field) => field.isChecked(),
    set: (field, value) => (expect(field, value, 'boolean') ? field.check() : field.uncheck()),
  },
  {
    type: 'radio',
    of: PDFRadioGroup,
    get: (field) => field.getSelected() ?? null,
    set: (field, value) => field.select(choice(field, expect(field, value, 'string'))),
  },
  ...[PDFDropdown, PDFOptionList].map((of) => ({
    type: of === PDFDropdown ? 'dropdown' : 'list',
    of,
    get: (field) => field.getSelected(),
    set: (field, value) => field.select([value].flat().map((one) => choice(field, one))),
  })),
];

export function describeField(field) {
  const kind = kinds.find(({ of }) => field instanceof of);
  if (kind === undefined) return { name: field.getName(), type: field.constructor.name };
  const options = typeof field.getOptions === 'function' ? { options: field.getOptions() } : {};
  const maxLength =
    field instanceof PDFTextField && field.getMaxLength() !== undefined ? { maxLength: field.getMaxLength() } : {};
  const readOnly = field.isReadOnly() ? { readOnly: true } : {};
  return { name: field.getName(), type: kind.type, value: kind.get(field), ...options, ...maxLength, ...readOnly };
}

export function setField(field, value) {
  const kind = kinds.find(({ of }) => field instanceof of);
  if (kind === undefined) throw new Problem(`field ${field.getName()}: a ${field.constructor.name} cannot be filled`);
  kind.set(field, value);
}

/** Turns the fields into plain page content. */
export function flattenForm(pdf) {
  pdf.getForm().flatten();
  // pdf-lib leaves the pages' references to the fields that it has removed.
  for (const page of pdf.getPages()) {
    const annotations = page.node.Annots();
    for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index -= 1) {
      const annotation = annotations.lookup(index);
      const isField = annotation instanceof PDFDict && annotation.get(PDFName.of('Subtype')) === PDFName.of('Widget');
      if (isField || !(annotation instanceof PDFDict)) annotations.remove(index);
    }
  }
}

function expect(field, value, type) {
  if (typeof value !== type) {
    throw new Problem(`field ${field.getName()}: takes a ${type}, not ${JSON.stringify(value)}`);
  }
  return value;
}

function choice(field, value) {
  if (!field.getOptions().includes(value)) {
    const options = field.getOptions().map((option) => JSON.stringify(option));
    throw new Problem(`field ${field.getName()}: ${JSON.stringify(value)} is not one of ${options.join(', ')}`);
  }
  return value;
}
