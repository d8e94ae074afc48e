import { wrongUsage } from './cli.mjs';

/** The options of commands that take filters. */
export const filterOptions = {
  filter: { type: 'string', multiple: true, default: [] },
  or: { type: 'string', multiple: true, default: [] },
};

const OPERATORS = 'eq|neq|gt|gte|lt|lte|like|ilike|is|in|cs|cd|ov|fts|plfts|phfts|wfts|match|imatch';
const FILTER = new RegExp(`^([^=]+)=((?:not\\.)?(?:${OPERATORS}))\\.(.*)$`, 's');

/** Adds the filters to a request: all of them must hold. */
export function withFilters(request, { filter, or }) {
  const filtered = filter
    .map(parseFilter)
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), request);
  return or.reduce((query, alternatives) => query.or(alternatives), filtered);
}

/** Without a filter a change would hit every row of the table. */
export function requireFilters({ filter, or }) {
  if (filter.length + or.length === 0)
    throw wrongUsage('Give at least one --filter; a whole table is not changed here.');
}

function parseFilter(text) {
  const match = FILTER.exec(text);
  if (match === null)
    throw wrongUsage(`--filter "${text}": write it like "age=gte.18"; operators: ${OPERATORS.replaceAll('|', ' ')}.`);
  const [, column, operator, value] = match;
  return [column.trim(), operator, value];
}
