import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Usage } from '../src/contract/model.ts';
import { SEARCH_ATTRIBUTES, type RunInput } from '../src/contract/run.ts';
import type { RunState } from './run-state.ts';

/** The server takes summaries of 200 bytes at the most (facts of the dev server 1.32; larger ones fail the task). */
const SUMMARY_BYTES = 200;
const RECENT_STEPS = 12;

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const skillKey = keyword(SEARCH_ATTRIBUTES.skill);
const modelKey = keyword(SEARCH_ATTRIBUTES.model);
const statusKey = keyword(SEARCH_ATTRIBUTES.status);

/** The first line of a text, cut to what a summary may hold. */
export function clip(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  let bytes = 0;
  let end = 0;
  for (const character of line) {
    bytes += utf8Bytes(character);
    if (bytes > SUMMARY_BYTES - 3) return `${line.slice(0, end)}…`;
    end += character.length;
  }
  return line.length < text.trim().length && bytes < SUMMARY_BYTES - 4 ? `${line} …` : line;
}

function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

export function tokens(usage: Usage): string {
  return `${usage.inputTokens.toLocaleString('en-US')} → ${usage.outputTokens.toLocaleString('en-US')} tokens`;
}

export function showStart(input: RunInput, skill: string): void {
  upsertSearchAttributes([
    { key: skillKey, value: skill },
    { key: modelKey, value: input.model },
    { key: statusKey, value: 'running' },
  ]);
}

export function showStatus(status: string): void {
  upsertSearchAttributes([{ key: statusKey, value: status }]);
}

/** Adds a step to the run's page in the Temporal UI. */
export function showStep(run: RunState, step: string): void {
  run.recent = [...run.recent, step].slice(-RECENT_STEPS);
  const { skill } = run.prepared;
  const outputs = Object.values(run.outputs).map((output) => `- ${output.kind}: \`${output.uri}\``);
  setCurrentDetails(
    [
      `**${skill.name}** · ${run.settings.model} · iteration ${run.loop.iterations} of ${run.settings.maxIterations} · ${tokens(run.loop.usage)}`,
      '',
      ...run.recent.map((line) => `1. ${line}`),
      ...(outputs.length === 0 ? [] : ['', '**Outputs**', '', ...outputs]),
      ...(run.loop.text === '' ? [] : ['', '**Last answer**', '', run.loop.text.slice(0, 4000)]),
    ].join('\n'),
  );
}
