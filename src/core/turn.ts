import type { AssistantPart, ToolCall } from '../contract/message.ts';
import type { Turn, Usage } from '../contract/model.ts';

/** The visible text of an answer: its text parts, without reasoning. */
function visibleText(content: AssistantPart[]): string {
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('');
}

function calls(content: AssistantPart[]): ToolCall[] {
  return content
    .filter((part) => part.type === 'call')
    .map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
}

/** What the loop sees of an answer. Calls count only when the answer is whole. */
export function turnOf(outcome: Turn['outcome'], content: AssistantPart[], usage: Usage): Turn {
  const text = visibleText(content);
  return outcome === 'complete' ? { outcome, text, calls: calls(content), usage } : { outcome, text, usage };
}
