import { hash } from 'node:crypto';

export { bundleKey, inputKey } from '../src/contract/store-keys.ts';

/** Longest name of one key segment: file systems take 255 bytes. */
const SEGMENT_BYTES = 180;

/** Any text as one segment of a key: readable where it can be, unambiguous always. */
export function keySegment(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));
  if (encoded.length <= SEGMENT_BYTES && encoded !== '') return encoded;
  return `${encoded.slice(0, SEGMENT_BYTES - 70)}%23${hash('sha256', text)}`;
}

/** Where everything of one execution lies. */
export function runKey(workflowId: string, executionId: string): string {
  return `runs/${keySegment(workflowId)}/${keySegment(executionId)}`;
}

export function segmentKey(prefix: string, iteration: number): string {
  return `${prefix}/transcript/${String(iteration).padStart(6, '0')}.json`;
}

/** A long tool result, named by its content. */
export function resultKey(prefix: string, sha256: string): string {
  return `${prefix}/results/${sha256}.json`;
}

export function outputKey(prefix: string, sha256: string, path: string): string {
  return `${prefix}/outputs/${sha256}/${keySegment(path.split('/').at(-1) ?? path)}`;
}

/** The claim of an external command. */
export function claimKey(prefix: string, step: string): string {
  return `${prefix}/claims/${step}.json`;
}

/** What an external command came to. */
export function settledKey(prefix: string, step: string): string {
  return `${prefix}/claims/${step}.result.json`;
}
