import { extname } from 'node:path';
import type { OutputKind } from '../src/contract/output.ts';

interface Kind {
  noun: string;
  mediaTypes: RegExp;
}

const KINDS: Record<OutputKind, Kind> = {
  image: { noun: 'an image', mediaTypes: /^image\// },
  audio: { noun: 'audio', mediaTypes: /^audio\// },
  video: { noun: 'a video', mediaTypes: /^video\// },
  html: { noun: 'an HTML page', mediaTypes: /^text\/html$/ },
  document: {
    noun: 'a document',
    // A zip is one too: only one file counts per kind, so several go in an archive.
    mediaTypes:
      /^text\/|^application\/(pdf|rtf|json|xml|yaml|zip|epub\+zip|x-cfb)$|^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-)/,
  },
};

/** What a file of this name has to be; otherwise it is broken, or something else that was only named so. */
const PROMISED: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.epub': 'application/epub+zip',
};

/** Why a file of this media type is not an output of the kind, for the model; undefined when it is one. */
export function misfitOf(kind: OutputKind, mediaType: string, path: string): string | undefined {
  const { noun, mediaTypes } = KINDS[kind];
  if (!mediaTypes.test(mediaType)) return `${JSON.stringify(path)} is ${mediaType}, not ${noun}.`;
  const promised = PROMISED[extname(path).toLowerCase()];
  if (promised === undefined || promised === mediaType) return undefined;
  return `${JSON.stringify(path)} is not what its name says: its content is ${mediaType}.`;
}
