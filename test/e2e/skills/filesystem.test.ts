import { expect, test } from 'vitest';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const photo = (name: string, text: string) => ({ kind: 'document' as const, name, bytes: Buffer.from(text) });

test('files are sorted, renamed and packed without a loss, and the archive unpacks to the same', async () => {
  const run = await runScripted({
    skill: 'filesystem',
    prompt: 'Number my photos, put the rest into other/, pack it all.',
    inputs: [
      photo('IMG_7.JPG', 'seven'),
      photo('IMG_9.JPG', 'nine'),
      photo('a b.txt', 'note'),
      photo('copy.txt', 'note'),
    ],
    turns: [
      [
        bash("find inputs -type f -printf '%s %f\\n' | sort -f"),
        bash('find inputs -type f -print0 | xargs -0 sha256sum | sort | uniq -w64 --all-repeated=separate | wc -l'),
      ],
      [
        bash(`set -eu
mkdir -p sorted/photos sorted/other
find inputs -type f -print0 | while IFS= read -r -d '' file; do
  case "$file" in *.JPG) to=photos ;; *) to=other ;; esac
  cp -n -- "$file" "sorted/$to/"
done
node "$SKILL_DIR/scripts/rename.mjs" --match '^IMG_\\d+\\.JPG$' --to 'photo-{nn}.jpg' --apply sorted/photos/*`),
      ],
      [
        bash(`set -eu
tar -C sorted -czf sorted.tar.gz .
mkdir unpacked && tar -C unpacked -xzf sorted.tar.gz && diff -r sorted unpacked
(cd unpacked && find . -type f | sort && cat photos/photo-02.jpg)`),
      ],
      say('Two photos, two others, in sorted.tar.gz.'),
    ],
  });
  const [listed, twins, renamed, packed] = run.toolResults;
  expect(listed).toMatchObject({ stdout: '4 a b.txt\n4 copy.txt\n4 IMG_9.JPG\n5 IMG_7.JPG\n' });
  expect(twins).toMatchObject({ stdout: '2\n' });
  expect(renamed).toMatchObject({
    success: true,
    stdout: expect.stringContaining('sorted/photos/IMG_9.JPG -> sorted/photos/photo-02.jpg'),
  });
  expect(packed).toMatchObject({
    success: true,
    stdout: './other/a b.txt\n./other/copy.txt\n./photos/photo-01.jpg\n./photos/photo-02.jpg\nnine',
  });
});

test('what a run leaves in its workspace, links and modes too, is there for the next run', async () => {
  const first = await runScripted({
    skill: 'filesystem',
    prompt: 'Lay out the folders.',
    turns: [
      [
        bash(
          "mkdir -p tree/empty 'tree/odd\nname' && echo x > tree/script.sh && chmod 750 tree/script.sh && ln -s script.sh tree/link && ln -s gone tree/dangling",
        ),
      ],
      say('Done.'),
    ],
  });
  const second = await runScripted({
    skill: 'filesystem',
    prompt: 'What is there?',
    workspace: first.result.workspace ?? { uri: 'none' },
    turns: [[bash("find tree -mindepth 1 -printf '%y %m %l %f\\0' | sort -z | tr '\\0\\n' '\\n?'")], say('All of it.')],
  });
  expect(String(second.toolResults[0]?.['stdout']).split('\n').filter(Boolean)).toEqual([
    'd 755  empty',
    'd 755  odd?name',
    'f 750  script.sh',
    'l 777 gone dangling',
    'l 777 script.sh link',
  ]);
});

test('a rename that would lose a file is refused before anything is touched', async () => {
  const run = await runScripted({
    skill: 'filesystem',
    prompt: 'Drop the numbers from the names.',
    inputs: [photo('a1.txt', 'one'), photo('a2.txt', 'two')],
    turns: [
      [bash(`cp -a inputs work && node "$SKILL_DIR/scripts/rename.mjs" --match '\\d' --to '' --apply work/*`)],
      [bash('cat work/a1.txt work/a2.txt')],
      say('Both would be called a.txt; I left them as they are.'),
    ],
  });
  expect(run.toolResults).toMatchObject([
    { success: false, stderr: 'rename: work/a.txt: would be the name of both work/a1.txt and work/a2.txt\n' },
    { success: true, stdout: 'onetwo' },
  ]);
});
