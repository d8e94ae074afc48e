import type { Usage } from '../contract/model.ts';

/** How durations, sizes and tokens are written for people. */

/** `45 ms`, `1.2 s`, `12 s`, `2 min 5 s`, `1 h 3 min`. */
export function duration(ms: number): string {
  if (ms < 95) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function bytes(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'byte' : 'bytes'}`;
}

export function tokens({ inputTokens, outputTokens }: Usage): string {
  return `${grouped(inputTokens)} → ${grouped(outputTokens)} tokens`;
}

export function iterations(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'iteration' : 'iterations'}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
