import { Validator } from '@cfworker/json-schema';

/** What is wrong with a value, in words, or undefined when it fits the JSON Schema. */
export function misfit(schema: Record<string, unknown>, value: unknown): string | undefined {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(value);
  if (valid) return undefined;
  // The validator reports a parent before the child that caused it: only the innermost places say something.
  const innermost = errors.filter((error) =>
    errors.every((other) => other === error || !other.instanceLocation.startsWith(`${error.instanceLocation}/`)),
  );
  const told = innermost.filter((error) => !['properties', 'allOf', 'anyOf', '$ref'].includes(error.keyword));
  const sentences = (told.length > 0 ? told : innermost).map((error) => {
    const place = error.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    const problem = error.keyword === 'false' ? 'There is no such field.' : error.error;
    return place === '' ? problem : `${place}: ${problem}`;
  });
  return [...new Set(sentences)].join(' ');
}
