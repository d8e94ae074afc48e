import type { Usage } from '../contract/model.ts';

export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
  if (a.costUsd === undefined && b.costUsd === undefined) return sum;
  return { ...sum, costUsd: (a.costUsd ?? 0) + (b.costUsd ?? 0) };
}
