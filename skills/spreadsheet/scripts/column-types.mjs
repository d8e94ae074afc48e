/** More digits than a spreadsheet's numbers hold. */
const MAX_DIGITS = 15;

/**
 * What a column of texts is, and how each becomes a value. A column is of a type only if all of its cells are; a leading
 * zero or too many digits say that it holds codes, which stay text.
 */
export function columnType(texts, decimal = '.') {
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return types.text;
  return [types.number(decimal), types.date, types.boolean].find(({ fits }) => filled.every(fits)) ?? types.text;
}

const types = {
  text: { name: 'text', fits: () => true, convert: (text) => text },
  number: (decimal) => {
    const plain = (text) => (decimal === ',' ? text.replaceAll('.', '').replace(',', '.') : text);
    return {
      name: 'number',
      fits: (text) => {
        const digits = plain(text.trim());
        return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits) && digits.replaceAll(/\D/g, '').length <= MAX_DIGITS;
      },
      convert: (text) => Number(plain(text.trim())),
    };
  },
  date: {
    name: 'date',
    format: 'yyyy-mm-dd',
    fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    convert: (text) => new Date(`${text}T00:00:00Z`),
  },
  boolean: {
    name: 'boolean',
    fits: (text) => /^(true|false)$/i.test(text),
    convert: (text) => text.toLowerCase() === 'true',
  },
};
