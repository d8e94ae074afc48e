import { expect, test } from 'vitest';
import { describeHost } from '../../../src/cli/commands/doctor.ts';

test('each part and each skill has a mark, and what is missing is named', () => {
  const text = describeHost({
    checks: [
      { name: 'node', ok: true, detail: 'v24.0.0' },
      { name: 'store', ok: false, detail: 'SKILLRUN_STORE is not set' },
    ],
    skills: [
      { name: 'image', missing: [] },
      { name: 'media', missing: ['ffmpeg', 'ffprobe'] },
      { name: 'mine', missing: [], problem: 'description is missing' },
    ],
  });
  expect(text).toBe(
    [
      'This host',
      '  ✓ node   v24.0.0',
      '  ✗ store  SKILLRUN_STORE is not set',
      '',
      'Skills',
      '  ✓ image',
      '  ✗ media  lacks ffmpeg, ffprobe',
      '  ✗ mine   description is missing',
    ].join('\n'),
  );
});
