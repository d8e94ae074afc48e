import { wrongUsage } from './cli.mjs';

/** Page indexes (from 0) of a list like `1,3,7-9`, `4-` or `5-1`; all pages when there is no list. */
export function pageIndexes(list, count) {
  if (list === undefined) return Array.from({ length: count }, (_, index) => index);
  return list.split(',').flatMap((part) => {
    const match = /^(\d+)(?:(-)(\d*))?$/.exec(part.trim());
    if (match === null) throw wrongUsage(`Pages "${list}": write them like 3, 2-5, 4- or 1,3,7-9.`);
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : match[3] === '' ? count : Number(match[3]);
    for (const page of [first, last]) {
      if (page < 1 || page > count) throw wrongUsage(`Pages "${list}": there are pages 1 to ${count}.`);
    }
    const step = last < first ? -1 : 1;
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first - 1 + index * step);
  });
}
