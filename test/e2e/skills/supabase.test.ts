import { expect, test } from 'vitest';
import { PEOPLE, startProject } from '../../skills/supabase/project-server.ts';
import { bash, runScripted, say } from '../../support/scripted-run.ts';

const supabase = (line: string) => bash(`node "$SKILL_DIR/scripts/supabase.mjs" ${line}`);
const save = (name: string, value: unknown) => bash(`cat > ${name} <<'EOF'\n${JSON.stringify(value)}\nEOF`);

test('rows are read, added, changed and removed, a file is stored, and the key stays secret', async () => {
  await using project = await startProject(PEOPLE);

  const run = await runScripted({
    skill: 'supabase',
    prompt: 'Add Łukasz, make Bob 18, remove Joanna, and store the report.',
    inputs: [{ kind: 'document', name: 'report.csv', bytes: new TextEncoder().encode('a,b\n1,2\n') }],
    secrets: { SUPABASE_URL: project.url, SUPABASE_KEY: project.key },
    turns: [
      [supabase('tables'), supabase(`select people --filter 'age=gte.18' --order name.asc --format csv`)],
      [
        save('rows.json', [{ id: 4, name: 'Łukasz', age: 33 }]),
        supabase('upsert people --rows rows.json --on-conflict id'),
      ],
      [save('set.json', { age: 18 }), supabase(`update people --set set.json --filter 'name=eq.Bob' --expect 1`)],
      [supabase(`delete people --filter 'name=eq.Joanna' --expect 1`)],
      [supabase('upload reports 2026/report.csv inputs/report.csv --type text/csv'), bash('echo "key: $SUPABASE_KEY"')],
      say('Done.'),
    ],
  });

  const [tables, adults] = run.toolResults;
  expect(tables).toMatchObject({ stdout: expect.stringContaining('people: id, name, age, email') });
  expect(adults).toMatchObject({ stdout: 'id,name,age,email\n1,Ann,30,ann@example.org\n3,Joanna,41,\n' });
  expect(project.database.prepare('SELECT name, age FROM people ORDER BY id').all().map(Object.values)).toEqual([
    ['Ann', 30],
    ['Bob', 18],
    ['Łukasz', 33],
  ]);
  expect(project.files.get('reports/2026/report.csv')).toEqual({ bytes: Buffer.from('a,b\n1,2\n'), type: 'text/csv' });
  expect(run.toolResults.at(-1)).toMatchObject({ stdout: 'key: [secret SUPABASE_KEY]\n' });
});

test('a lost answer is reported as unknown; the model looks, and nothing is done twice', async () => {
  await using project = await startProject(PEOPLE);
  project.loseNextAnswer();

  const run = await runScripted({
    skill: 'supabase',
    prompt: 'Add Cid.',
    secrets: { SUPABASE_URL: project.url, SUPABASE_KEY: project.key },
    turns: [
      [save('rows.json', [{ name: 'Cid' }]), supabase('insert people --rows rows.json')],
      [supabase(`select people --filter 'name=eq.Cid' --count`), supabase('select persons')],
      say('Cid was added once.'),
    ],
  });

  const [, inserted, count, unknown] = run.toolResults;
  expect(inserted).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('it is not known whether this was done'),
  });
  expect(count).toMatchObject({ stdout: '{"count":1}\n' });
  expect(unknown).toMatchObject({ success: false, stderr: expect.stringContaining('supabase.mjs tables') });
});
