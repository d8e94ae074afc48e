import type { RunResult } from '../client/index.ts';
import { plainText } from './plain-text.ts';
import { bytes, iterations, tokens } from './quantities.ts';
import { oneLine } from './plain-text.ts';

/** How a run ended, on one line. */
export function endingLine({ status, iterations: count, usage }: RunResult): string {
  const how = {
    completed: 'completed',
    max_iterations: 'ended at its limit of iterations; --max-iterations raises it',
    timed_out: 'ended at its time limit; --timeout raises it',
    refused: 'ended, because the model refused to answer',
  }[status];
  return `${how} · ${iterations(count)} · ${tokens(usage)}`;
}

/** A result for people: the final text, then the outputs. */
export function resultText({ text, outputs }: Pick<RunResult, 'text' | 'outputs'>): string {
  const lines = outputLines(outputs);
  return [
    ...(text === '' ? [] : [plainText(text).trimEnd()]),
    ...(lines.length === 0 ? [] : ['outputs:', ...lines]),
  ].join('\n');
}

/** One line for each output: kind, uri, size. */
export function outputLines(outputs: RunResult['outputs']): string[] {
  return Object.values(outputs).map(
    (output) => `  ${output.kind.padEnd(8)}  ${oneLine(output.uri)}  ${bytes(output.bytes)}`,
  );
}
