import { expect, test } from 'vitest';
import type { Message, ToolOutput } from '../../src/contract/message.ts';
import { NO_USAGE, type Turn } from '../../src/contract/model.ts';
import { runLoop, startLoop, type LoopSteps, type ToolStep } from '../../src/core/loop.ts';
import { toolSpecs } from '../../src/core/tools.ts';

const opening: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Do it' }] }];
const ok: ToolOutput = { type: 'inline', value: { success: true } };

function say(text: string): Turn {
  return { outcome: 'complete', text, calls: [], usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 2 } };
}

function call(...calls: [name: string, args: unknown][]): Turn {
  const asked = calls.map(([name, args], index) => ({
    id: `call-${index}`,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  }));
  return { outcome: 'complete', text: '', calls: asked, usage: NO_USAGE };
}

/** A loop over scripted turns that writes down what it was given and what it ran. */
function scripted(turns: Turn[], options: Partial<LoopSteps> = {}) {
  const seen: Message[][] = [];
  const ran: ToolStep[] = [];
  const steps: LoopSteps = {
    tools: toolSpecs(['execute_bash', 'set_output_image']),
    maxIterations: 10,
    async callModel(_iteration, pending) {
      seen.push(pending);
      const turn = turns[seen.length - 1];
      if (turn === undefined) throw new Error('the script is over');
      return turn;
    },
    async runTool(step) {
      ran.push(step);
      return ok;
    },
    ...options,
  };
  const state = startLoop(opening);
  return { seen, ran, state, run: () => runLoop(state, steps) };
}

test('an answer without calls ends the loop, and its text is the result', async () => {
  const { run, state, seen } = scripted([say('Done.')]);
  expect(await run()).toBe('completed');
  expect(state).toMatchObject({ iterations: 1, text: 'Done.', pending: [] });
  expect(seen).toEqual([opening]);
});

test('the results of a turn go back in one message, in the order of its calls', async () => {
  const { run, seen, ran } = scripted([
    call(
      ['execute_bash', { command: 'a' }],
      ['execute_bash', { command: 'b' }],
      ['set_output_image', { path: 'c.png' }],
    ),
    say('Done.'),
  ]);
  await run();
  expect(ran).toEqual([
    { step: '1-0', name: 'execute_bash', args: { command: 'a' } },
    { step: '1-1', name: 'execute_bash', args: { command: 'b' } },
    { step: '1-2', name: 'set_output_image', args: { path: 'c.png' } },
  ]);
  expect(seen[1]).toEqual([
    {
      role: 'tool',
      results: [
        { callId: 'call-0', name: 'execute_bash', output: ok },
        { callId: 'call-1', name: 'execute_bash', output: ok },
        { callId: 'call-2', name: 'set_output_image', output: ok },
      ],
    },
  ]);
});

test('an unknown tool is told to the model, and the loop goes on', async () => {
  const { run, seen, ran } = scripted([call(['fly', {}]), say('Then not.')]);
  expect(await run()).toBe('completed');
  expect(ran).toEqual([]);
  expect(seen[1]).toMatchObject([{ results: [{ output: { value: { error: 'Unknown tool: fly' } } }] }]);
});

test.each([
  ['not JSON', '{"command":'],
  ['not an object', '"ls"'],
  ['a missing field', '{}'],
  ['a field of another type', '{"command":1}'],
  ['a field that does not exist', '{"command":"ls","cwd":"/"}'],
])('arguments that do not fit are told to the model: %s', async (_case, text) => {
  const { run, seen, ran } = scripted([call(['execute_bash', text]), say('Sorry.')]);
  expect(await run()).toBe('completed');
  expect(ran).toEqual([]);
  expect(seen[1]).toMatchObject([
    { results: [{ output: { value: { error: expect.stringMatching(/^The arguments of execute_bash /) } } }] },
  ]);
});

test('the loop ends after exactly maxIterations model calls, with what there is', async () => {
  const turn: Turn = { ...call(['execute_bash', { command: 'ls' }]), text: 'Working.' };
  const { run, state, seen, ran } = scripted([turn, turn, turn, turn], { maxIterations: 3 });
  expect(await run()).toBe('max_iterations');
  expect(seen).toHaveLength(3);
  expect(ran).toHaveLength(3);
  expect(state).toMatchObject({ iterations: 3, text: 'Working.' });
});

test('the text of the result is the last one that is not empty', async () => {
  const { run, state } = scripted([{ ...call(['execute_bash', { command: 'ls' }]), text: 'I look.' }, say('  \n')]);
  await run();
  expect(state.text).toBe('I look.');
});

test('a cut-off answer runs nothing, and the model is asked to go on in smaller steps', async () => {
  const { run, seen, ran } = scripted([{ outcome: 'truncated', text: 'I beg', usage: NO_USAGE }, say('Done.')]);
  expect(await run()).toBe('completed');
  expect(ran).toEqual([]);
  expect(seen[1]).toMatchObject([{ role: 'user', content: [{ text: expect.stringContaining('cut off') }] }]);
});

test('a refusal ends the loop', async () => {
  const { run, state } = scripted([{ outcome: 'refused', text: 'No.', usage: NO_USAGE }]);
  expect(await run()).toBe('refused');
  expect(state.text).toBe('No.');
});

test('usage is added up over the iterations', async () => {
  const usage = { inputTokens: 5, cachedInputTokens: 1, outputTokens: 3, reasoningTokens: 2 };
  const { run, state } = scripted([
    { ...call(['fly', {}]), usage },
    { ...say('Done.'), usage },
  ]);
  await run();
  expect(state.usage).toEqual({ inputTokens: 10, cachedInputTokens: 2, outputTokens: 6, reasoningTokens: 4 });
});

test('a paused loop goes on from its state as if it had not been', async () => {
  const turns = [call(['execute_bash', { command: 'a' }]), call(['execute_bash', { command: 'b' }]), say('Done.')];
  const whole = scripted(turns);
  await whole.run();

  const seen: Message[][] = [];
  let state = startLoop(opening);
  let end = 'paused';
  for (let executions = 0; end === 'paused'; executions += 1) {
    const { run, state: current } = scripted([], {
      async callModel(iteration, pending) {
        seen.push(pending);
        return turns[iteration - 1] as Turn;
      },
      shouldPause: () => true,
    });
    Object.assign(current, JSON.parse(JSON.stringify(state)));
    end = await run();
    state = current;
    expect(executions).toBeLessThan(5);
  }
  expect(end).toBe('completed');
  expect(seen).toEqual(whole.seen);
  expect(state).toEqual(whole.state);
});

test("the world's faults come through", async () => {
  const { run, state } = scripted([call(['execute_bash', { command: 'ls' }])], {
    runTool: () => Promise.reject(new Error('the store is down')),
  });
  await expect(run()).rejects.toThrow('the store is down');
  expect(state.iterations).toBe(1);
});
