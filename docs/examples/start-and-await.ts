import { connect } from 'skillrun/client';

await using skillrun = await connect();
const run = await skillrun.start({
  skill: 'shell-agent',
  prompt: process.argv[2] ?? 'How many prime numbers are there below 1000?',
  model: process.env['MODEL'] ?? 'anthropic:claude-sonnet-5',
});
const { status, text, usage } = await run.result();
console.log({ status, text, tokens: usage.outputTokens });
