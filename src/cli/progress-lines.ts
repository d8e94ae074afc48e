import { styleText } from 'node:util';
import type { RunEvent } from '../client/index.ts';
import { firstLine, oneLine } from './plain-text.ts';
import { bytes, duration, tokens } from './quantities.ts';

/** Longer texts of models and commands are for the Temporal UI. */
const SHOWN_CHARACTERS = 160;

type Style = Parameters<typeof styleText>[0];

/** Colours for a terminal; plain where there is none or NO_COLOR is set. */
function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stderr });
}

/** What is shown of an event: lines for people, none for events that say nothing new. */
export function progressLines(event: RunEvent): string[] {
  switch (event.type) {
    case 'workspace_opened':
      return event.again ? [styled('yellow', `↻ the workspace went on at ${oneLine(event.host)}`)] : [];
    case 'model_called':
      return [styled('bold', `→ iteration ${event.iteration} · ${oneLine(event.model)}`)];
    case 'answered': {
      const words = event.calls > 0 ? firstLine(event.text, SHOWN_CHARACTERS) : '';
      const facts = [tokens(event.usage), duration(event.durationMs), ...attempts(event.attempts)].join(' · ');
      return [...(words === '' ? [] : [`  ${words}`]), styled('dim', `  ${facts}`)];
    }
    case 'command_started':
      return [`  ${styled('cyan', `$ ${firstLine(event.command, SHOWN_CHARACTERS)}`)}`];
    case 'command_ended': {
      const facts = [exit(event.exitCode), duration(event.durationMs), ...attempts(event.attempts)].join(' · ');
      const line = firstLine(event.firstLine, SHOWN_CHARACTERS);
      return [`    ${line === '' ? '' : `${line} · `}${styled(event.exitCode === 0 ? 'dim' : 'yellow', facts)}`];
    }
    case 'output_set': {
      const { kind, path, bytes: size } = event.output;
      return [`  ${styled('green', `✓ ${kind}: ${oneLine(path)} · ${bytes(size)}`)}`];
    }
    case 'output_refused':
      return [`  ${styled('yellow', `✗ ${oneLine(event.kind)} refused: ${oneLine(event.error, SHOWN_CHARACTERS)}`)}`];
    case 'step_failed':
      return [`  ${styled('yellow', `! ${oneLine(event.activity)}: ${oneLine(event.message, SHOWN_CHARACTERS)}`)}`];
    default:
      return [];
  }
}

/** A step that is under way after this event, in words; undefined when none is. */
export function stepBegunBy(event: RunEvent): string | undefined {
  if (event.type === 'started') return 'preparing';
  if (event.type === 'prepared') return 'opening the workspace';
  if (event.type === 'model_called') return 'the model';
  return event.type === 'command_started' ? 'the command' : undefined;
}

function exit(code: number | null): string {
  return code === null ? 'outcome unknown' : `exit ${code}`;
}

function attempts(count: number): string[] {
  return count > 1 ? [`attempt ${count}`] : [];
}
