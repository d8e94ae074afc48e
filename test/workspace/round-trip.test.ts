import * as fs from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID, signal, useGround } from './hosts.ts';
import { expectSameTree, treeFacts, type TreeFacts } from './tree-facts.ts';

const ground = useGround();

type Tree = [name: Buffer, node: Node][];
type Node =
  | { type: 'folder'; mode: number; time: number; tree: Tree }
  | { type: 'file'; mode: number; time: number; content: Uint8Array }
  | { type: 'link'; target: Buffer }
  /** A further name of one of the files before it. */
  | { type: 'hardlink'; which: number };

const byte = fc.integer({ min: 1, max: 255 }).filter((value) => value !== 0x2f);
const bytes = fc.array(byte, { minLength: 1, maxLength: 12 }).map((values) => Buffer.from(values));
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((value) => Buffer.from(value.replaceAll(/[/\0]/g, '_')));
const name = fc
  .oneof(text, bytes, fc.constantFrom('a', 'b', 'a b', '-', '...', '~').map(Buffer.from))
  .filter((value) => !['', '.', '..'].includes(value.toString()));
const mode = fc.oneof(fc.constantFrom(0o644, 0o755), fc.integer({ min: 0, max: 0o7777 }));
const time = fc.integer({ min: 1, max: 4_000_000_000 });
const { tree } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  tree: fc.uniqueArray(fc.tuple(name, tie('node')), {
    maxLength: 6,
    selector: ([key]) => key.toString('hex'),
    depthIdentifier: 'tree',
  }),
  node: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 4 },
    fc.record({ type: fc.constant('file' as const), mode, time, content: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({ type: fc.constant('link' as const), target: fc.oneof(bytes, text) }),
    fc.record({ type: fc.constant('hardlink' as const), which: fc.nat() }),
    fc.record({ type: fc.constant('folder' as const), mode, time, tree: tie('tree') }),
  ),
}));

function build(folder: Buffer, children: Tree, files: Buffer[] = []): void {
  for (const [key, node] of children) {
    const path = Buffer.concat([folder, Buffer.from('/'), key]);
    if (node.type === 'folder') {
      fs.mkdirSync(path);
      build(path, node.tree, files);
    } else if (node.type === 'file') {
      fs.writeFileSync(path, node.content);
      files.push(path);
    } else if (node.type === 'link') fs.symlinkSync(node.target, path);
    else if (files.length > 0) fs.linkSync(files[node.which % files.length]!, path);
    if (node.type === 'folder' || node.type === 'file') {
      fs.chmodSync(path, node.mode);
      fs.utimesSync(path, node.time, node.time);
    }
  }
}

test('any tree, and any that takes its place, comes back the same on another host', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (first, second) => {
      const here = ground.host('here');
      const there = ground.host('there');
      let snapshot;
      for (const next of [first, second]) {
        let made: TreeFacts | undefined;
        snapshot = await ground.change(
          (folder) => {
            for (const old of fs.readdirSync(folder, { encoding: 'buffer' })) {
              fs.rmSync(Buffer.concat([Buffer.from(`${folder}/`), old]), { recursive: true });
            }
            build(Buffer.from(folder), next);
            made = treeFacts(folder);
          },
          snapshot,
          here,
        );
        const seen = await there.read(ID, snapshot, signal, async (folder) => treeFacts(folder));
        expectSameTree(seen, made!);
        expect(await ground.change(() => undefined, snapshot, there)).toEqual(snapshot);
        expect(await ground.change(() => undefined, snapshot, here)).toEqual(snapshot);
      }
    }),
    { numRuns: 60 },
  );
});
