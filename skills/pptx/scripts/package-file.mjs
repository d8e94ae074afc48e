import { writeFile } from 'node:fs/promises';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Problem, readInput } from './cli.mjs';

const OLD_OFFICE = 0xd0cf11e0;

/**
 * An Office file opened as what it is: a zip of parts. Parts that are not changed keep their bytes. `kind` says what it
 * has to be: `{name: 'Word', extension: 'docx', main: 'word/document.xml', namespace}`.
 */
export async function openPackage(path, kind) {
  const bytes = await readInput(path);
  const magic = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (magic === OLD_OFFICE) {
    const way = `HOME=/tmp soffice --headless --convert-to ${kind.extension} FILE converts an old one`;
    throw new Problem(`${path}: is an old Office file or password-protected. ${way}`);
  }
  const parts = unzip(path, bytes, kind);
  if (parts[kind.main] === undefined) throw new Problem(`${path}: is no ${kind.name} file: it has no ${kind.main}`);
  if (!strFromU8(parts[kind.main]).includes(kind.namespace)) {
    throw new Problem(`${path}: has the rare "strict" format of ${kind.name}. Save it in the usual one first`);
  }
  return {
    names: () => Object.keys(parts),
    has: (name) => parts[name] !== undefined,
    bytes: (name) => parts[name],
    xml: (name) => {
      if (parts[name] === undefined) throw new Problem(`${path}: part ${name} is missing`);
      return parseXml(strFromU8(parts[name]), `${path}: part ${name}`);
    },
    setXml: (name, document) => {
      parts[name] = strToU8(new XMLSerializer().serializeToString(document));
    },
    remove: (name) => delete parts[name],
    toBytes: () => zipParts(parts),
    save: (to) => writeFile(to, zipParts(parts)),
  };
}

function unzip(path, bytes, kind) {
  try {
    return unzipSync(bytes, { filter: ({ name }) => !name.endsWith('/') });
  } catch (error) {
    throw new Problem(`${path}: is no ${kind.name} file: ${error.message}`);
  }
}

/** Readers expect the list of content types as the first entry. */
export function zipParts(parts) {
  const { '[Content_Types].xml': types, ...others } = parts;
  return zipSync({ ...(types === undefined ? {} : { '[Content_Types].xml': types }), ...others });
}

export function parseXml(text, what) {
  const fail = (message) => {
    throw new Problem(`${what}: ${String(message).replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  };
  const document = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(
    text.replace(/^\uFEFF/, ''),
    'text/xml',
  );
  return document ?? fail('is empty');
}
