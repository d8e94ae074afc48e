import { describe, expect, it } from 'vitest';
import { parseSkill, type SkillProblem } from '../../src/skills/manifest.ts';

/** A SKILL.md with this front matter in place of, or beside, the least that there has to be. */
function skill(fields: Record<string, string>, body = 'Do it.\n'): string {
  const all = { name: 'image', description: 'Edits images. Use when there is one.', ...fields };
  return `---\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}---\n${body}`;
}

function problemsOf(text: string): string[] {
  return parseSkill(text, 'image').problems.map(
    ({ level, field, message }: SkillProblem) => `${level}: ${field} ${message}`,
  );
}

describe('a SKILL.md', () => {
  it('gives the manifest and the instructions', () => {
    const parsed = parseSkill(
      skill(
        {
          license: 'MIT',
          compatibility: 'Needs ImageMagick.',
          'allowed-tools': 'execute_bash set_output_image',
          metadata: '{ outputs: image, effects: external, requires: convert  identify, secrets: TOKEN, author: me }',
        },
        '\n# Images\n\nDo it.\n',
      ),
      'image',
    );
    expect(parsed).toEqual({
      manifest: {
        name: 'image',
        description: 'Edits images. Use when there is one.',
        license: 'MIT',
        compatibility: 'Needs ImageMagick.',
        allowedTools: ['execute_bash', 'set_output_image'],
        outputs: ['image'],
        effects: 'external',
        requires: ['convert', 'identify'],
        secrets: ['TOKEN'],
      },
      instructions: '\n# Images\n\nDo it.\n',
      problems: [],
    });
  });

  it('needs a name and a description only', () => {
    expect(parseSkill(skill({}), 'image').manifest).toEqual({
      name: 'image',
      description: 'Edits images. Use when there is one.',
      allowedTools: ['execute_bash'],
      outputs: [],
      effects: 'contained',
      requires: [],
      secrets: [],
    });
  });

  it('gives bash and a tool for each kind of output when it names no tools', () => {
    const { manifest } = parseSkill(skill({ metadata: '{ outputs: html document }' }), 'image');
    expect(manifest?.allowedTools).toEqual(['execute_bash', 'set_output_html', 'set_output_document']);
  });

  it('may have Windows line ends and a byte order mark', () => {
    expect(parseSkill(`\uFEFF${skill({}).replaceAll('\n', '\r\n')}`, 'image').problems).toEqual([]);
  });
});

describe('the problems of a SKILL.md', () => {
  it.each([
    ['no front matter', '# Just text', 'SKILL.md has no front matter: it starts with a line ---, YAML, and a line ---'],
    ['a front matter without end', '---\nname: image\n', 'SKILL.md has no front matter: it starts with a line ---'],
    ['YAML with a mistake', skill({ license: '[' }), 'SKILL.md has front matter that is not YAML: '],
    [
      'a field twice',
      `---\nname: image\nname: image\n---\nx`,
      'SKILL.md has front matter that is not YAML: Map keys must be unique',
    ],
    ['a list', '---\n- image\n---\nx', 'SKILL.md '],
    ['an alias', skill({ license: '&a MIT', compatibility: '*a' }), 'SKILL.md has front matter that is not YAML: '],
    ['no name', '---\ndescription: Edits.\n---\nx', 'name is missing'],
    ['a number as name', skill({ name: '7' }), 'name has to be text'],
    ['a name that is not the folder', skill({ name: 'picture' }), 'name is "picture", but the folder is "image"'],
    ['capitals in the name', skill({ name: 'Image' }), 'name may only hold a-z, 0-9 and single hyphens between them'],
    [
      'two hyphens in the name',
      skill({ name: 'im--age' }),
      'name may only hold a-z, 0-9 and single hyphens between them',
    ],
    ['a hyphen first', skill({ name: '-image' }), 'name may only hold a-z, 0-9 and single hyphens between them'],
    ['a long name', skill({ name: 'a'.repeat(65) }), 'name is longer than 64 characters'],
    ['no description', '---\nname: image\n---\nx', 'description is missing'],
    ['a blank description', skill({ description: '"  "' }), 'description is empty'],
    ['a long description', skill({ description: 'a'.repeat(1025) }), 'description is longer than 1024 characters'],
    ['a long compatibility', skill({ compatibility: 'a'.repeat(501) }), 'compatibility is longer than 500 characters'],
    ['a field of nobody', skill({ version: '1' }), 'version is no field of the specification; put it under metadata'],
    [
      'a number in metadata',
      skill({ metadata: '{ version: 1.0 }' }),
      'metadata.version has to be text; put it in quotes',
    ],
    ['metadata as text', skill({ metadata: 'none' }), 'metadata has to map names to text'],
    [
      'an unknown output',
      skill({ metadata: '{ outputs: image film }' }),
      'metadata.outputs may only hold image, audio, video, document, html',
    ],
    ['unknown effects', skill({ metadata: '{ effects: none }' }), 'metadata.effects has to be contained or external'],
    [
      'a path as program',
      skill({ metadata: '{ requires: ../convert }' }),
      'metadata.requires may only hold names of programs',
    ],
    [
      'a malformed secret',
      skill({ metadata: '{ secrets: a-b }' }),
      'metadata.secrets holds a name that is none of an environment variable',
    ],
    [
      'a tool without its output',
      skill({ 'allowed-tools': 'set_output_image' }),
      'allowed-tools has set_output_image, but metadata.outputs does not name that kind',
    ],
    [
      'an output without its tool',
      skill({ 'allowed-tools': 'execute_bash', metadata: '{ outputs: image }' }),
      'allowed-tools lacks set_output_image, whose kind metadata.outputs names',
    ],
    ['no instructions', skill({}, '\n \n'), 'SKILL.md has no instructions'],
  ])('are errors: %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(`error: ${problem}`)]);
    expect(parseSkill(text, 'image').manifest).toBeUndefined();
  });

  it.each([
    ['a long body', skill({}, 'line\n'.repeat(501)), 'SKILL.md has 501 lines of instructions; 500 is the usual limit'],
    [
      'a foreign tool',
      skill({ 'allowed-tools': 'execute_bash Read' }),
      'allowed-tools has Read, which skillrun does not have',
    ],
  ])('are warnings that keep no run from starting: %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([`warning: ${problem}`]);
    expect(parseSkill(text, 'image').manifest?.name).toBe('image');
  });

  it('are told all at once', () => {
    const problems = problemsOf(skill({ name: 'Image', description: '""', version: '1', license: '7' }));
    expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['name', 'description', 'license', 'version']);
  });
});
