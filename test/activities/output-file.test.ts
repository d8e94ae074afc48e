import { hash } from 'node:crypto';
import { appendFile, link, mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Document, Packer, Paragraph } from 'docx';
import { execa } from 'execa';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutput, type OpenedOutput } from '../../activities/output-file.ts';
import type { OutputKind } from '../../src/contract/output.ts';

const text = (content: string) => Buffer.from(content);
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SECRET = 'the-secret-of-the-host';

const picture = () => sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });

const archive = () => zipSync({ 'a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') });

let root: string;
let workspace: string;
let outside: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillrun-output-'));
  workspace = join(root, 'workspace');
  outside = join(root, 'outside');
  await mkdir(join(workspace, 'made'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(workspace, 'made/report.txt'), 'All is well.\n');
  await writeFile(join(outside, 'report.txt'), SECRET);
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** What the model is told, or what was opened; the handle is closed. */
async function tryOutput(path: string, kind: OutputKind = 'document'): Promise<string | Omit<OpenedOutput, 'file'>> {
  const opened = await openOutput(workspace, path, kind);
  if ('refused' in opened) return opened.refused;
  const { file, ...rest } = opened;
  await file.close();
  return rest;
}

const accepted = (bytes: string) => ({
  path: 'made/report.txt',
  bytes: bytes.length,
  mediaType: 'text/plain',
  sha256: hash('sha256', bytes),
});

describe('the path', () => {
  it.each(['made/report.txt', './made/../made//report.txt', '/workspace/made/report.txt', 'inputs/../made/report.txt'])(
    '%s is found in the workspace',
    async (path) => {
      expect(await tryOutput(path)).toEqual(accepted('All is well.\n'));
    },
  );

  it('may be absolute as the host sees it', async () => {
    expect(await tryOutput(join(workspace, 'made/report.txt'))).toEqual(accepted('All is well.\n'));
  });

  it.each([
    ['relative', 'made/report.txt'],
    ['through a folder', 'latest/report.txt'],
    ['absolute as the command sees it', '/workspace/made/report.txt'],
  ])('may lead through symlinks that stay inside: %s', async (_, target) => {
    await symlink('made', join(workspace, 'latest'));
    await symlink(target, join(workspace, 'result.txt'));
    expect(await tryOutput('result.txt')).toEqual(accepted('All is well.\n'));
  });

  it.each([
    '../outside/report.txt',
    'made/../../outside/report.txt',
    '/etc/hostname',
    '/workspaces/made/report.txt',
    '/',
  ])('is refused outside the workspace: %s', async (path) => {
    expect(await tryOutput(path)).toContain('leads out of the workspace');
  });

  it.each([
    ['of the file', 'report.txt', '../outside/report.txt', 'report.txt'],
    ['of a folder', 'out', '../outside', 'out/report.txt'],
    ['to the environment of the process', 'out.txt', '/proc/self/environ', 'out.txt'],
    ['to a descriptor of the process', 'out.txt', '/proc/self/fd/0', 'out.txt'],
    ['up and away', 'up', '..', 'up/outside/report.txt'],
    ['round in circles', 'loop', 'loop', 'loop'],
  ])('is refused through a symlink %s', async (_, name, target, path) => {
    await symlink(target, join(workspace, name));
    expect(await tryOutput(path)).toContain('leads out of the workspace');
  });

  it.each(['', '  ', 'made\0/report.txt'])('is refused when it names no file: %j', async (path) => {
    expect(await tryOutput(path)).toBe('Give the path of a file in the workspace.');
  });

  it.each(['missing.txt', 'made/report.txt/deeper', 'x'.repeat(300)])(
    'is refused when nothing is there',
    async (path) => {
      expect(await tryOutput(path)).toContain('is not in the workspace');
    },
  );

  it('never opens a file outside while a folder is swapped for a symlink', async () => {
    await mkdir(join(workspace, 'swap'));
    await writeFile(join(workspace, 'swap/report.txt'), 'mine');
    const swapping = execa(
      'bash',
      ['-c', 'echo ready; while :; do mv -T swap aside && ln -s ../outside swap && rm swap && mv -T aside swap; done'],
      { cwd: workspace, reject: false, buffer: false },
    );
    await new Promise((resolve) => swapping.stdout.once('data', resolve));
    const seen = new Set<string>();
    for (let round = 0; round < 2000; round += 1) {
      const output = await tryOutput('swap/report.txt');
      seen.add(typeof output === 'string' ? 'refused' : output.sha256);
    }
    swapping.kill('SIGKILL');
    await swapping;
    expect(seen).not.toContain(hash('sha256', SECRET));
    expect(seen).toContain(hash('sha256', 'mine'));
  });
});

describe('the file', () => {
  it('is refused when it is a folder', async () => {
    expect(await tryOutput('made')).toBe('"made" is a folder. Give the path of one file.');
    expect(await tryOutput('.')).toContain('is a folder');
  });

  it('is refused when it is a named pipe, without waiting for a writer', async () => {
    await execa('mkfifo', [join(workspace, 'pipe')]);
    expect(await tryOutput('pipe')).toBe('"pipe" is no regular file.');
  });

  it('is refused when it is a socket', async () => {
    const server = createServer().listen(join(workspace, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await tryOutput('socket')).toContain('cannot be read');
    await promisify(server.close.bind(server))();
  });

  it('is refused when it is empty', async () => {
    await writeFile(join(workspace, 'empty.txt'), '');
    expect(await tryOutput('empty.txt')).toBe('"empty.txt" is empty.');
  });

  it('is refused above 2 GiB', async () => {
    const huge = await open(join(workspace, 'huge.txt'), 'w');
    await huge.truncate(2 * 1024 ** 3 + 1);
    await huge.close();
    expect(await tryOutput('huge.txt')).toContain('2147483649 bytes');
  });

  it('is refused when it changes while it is read', async () => {
    const path = join(workspace, 'log.txt');
    await writeFile(path, 'line\n'.repeat(4_000_000));
    const read = { ended: false };
    const output = tryOutput('log.txt').finally(() => (read.ended = true));
    while (!read.ended) await appendFile(path, 'more\n');
    expect(await output).toBe('"log.txt" changed while it was read.');
  });

  it('is the one that the handle reads, whatever happens to its name', async () => {
    const opened = (await openOutput(workspace, 'made/report.txt', 'document')) as OpenedOutput;
    await rm(join(workspace, 'made/report.txt'));
    await link(join(outside, 'report.txt'), join(workspace, 'made/report.txt'));
    expect(await opened.file.readFile('utf8')).toBe('All is well.\n');
    await opened.file.close();
  });
});

describe('the kind', () => {
  const letter = new Document({ sections: [{ children: [new Paragraph('Dear reader')] }] });

  it.each<[OutputKind, string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['image', 'a.png', () => picture().png().toBuffer(), 'image/png'],
    ['image', 'named-wrongly.png', () => picture().jpeg().toBuffer(), 'image/jpeg'],
    ['image', 'a.svg', () => text('<?xml version="1.0"?><!-- drawn --><svg xmlns="x"/>'), 'image/svg+xml'],
    ['audio', 'a.wav', () => text('RIFF\x24\0\0\0WAVEfmt '), 'audio/wav'],
    ['video', 'a.avi', () => text('RIFF\x24\0\0\0AVI LIST'), 'video/vnd.avi'],
    ['html', 'page.html', () => text('<!-- made --><!DOCTYPE html><title>x</title>'), 'text/html'],
    ['html', 'fragment.html', () => text('<p>hello</p>'), 'text/html'],
    ['document', 'a.pdf', () => text('%PDF-1.7\n'), 'application/pdf'],
    ['document', 'a.docx', () => Packer.toBuffer(letter), docx],
    ['document', 'a.zip', archive, 'application/zip'],
    ['document', 'a.md', () => text('# Title'), 'text/markdown'],
    ['document', 'a.csv', () => text('a,b\n1,2\n'), 'text/csv'],
    ['document', 'a.json', () => text('{"a":1}'), 'application/json'],
    ['document', 'page.html', () => text('<html></html>'), 'text/html'],
  ])('%s may be %s', async (kind, name, content, mediaType) => {
    await writeFile(join(workspace, name), await content());
    expect(await tryOutput(name, kind)).toMatchObject({ path: name, mediaType });
  });

  it.each<[OutputKind, string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['image', 'a.png', () => text('no picture'), '"a.png" is text/plain, not an image.'],
    ['audio', 'a.mp3', () => picture().png().toBuffer(), '"a.mp3" is image/png, not audio.'],
    ['video', 'a.gif', () => picture().gif().toBuffer(), '"a.gif" is image/gif, not a video.'],
    ['html', 'a.html', () => text('%PDF-1.7\n'), '"a.html" is application/pdf, not an HTML page.'],
    ['document', 'a.bin', () => Buffer.of(0, 1, 2, 3), '"a.bin" is application/octet-stream, not a document.'],
    ['document', 'a.pdf', () => picture().png().toBuffer(), '"a.pdf" is image/png, not a document.'],
    ['document', 'a.docx', archive, '"a.docx" is not what its name says: its content is application/zip.'],
    ['document', 'a.pdf', () => text('text'), '"a.pdf" is not what its name says: its content is text/plain.'],
  ])('%s may not be %s with other content', async (kind, name, content, refusal) => {
    await writeFile(join(workspace, name), await content());
    expect(await tryOutput(name, kind)).toBe(refusal);
  });

  it('is told from parts of an office file that stand late in it', async () => {
    const filler = { 'photo.bin': Buffer.alloc(300_000) };
    const types = `<Types><Override PartName="/word/document.xml" ContentType="${docx}.main+xml"/></Types>`;
    const parts = { ...filler, '[Content_Types].xml': text(types), 'word/document.xml': text('<document/>') };
    await writeFile(join(workspace, 'late.docx'), zipSync(parts, { level: 0 }));
    expect(await tryOutput('late.docx')).toMatchObject({ mediaType: docx });
  });
});
