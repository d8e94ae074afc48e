import { SkillrunError } from '../contract/errors.ts';

/** A shorter value stands in texts by chance, and replacing it would spoil them. */
const SHORTEST_SECRET = 4;

/** Where a host takes the values of secrets from. */
export interface SecretSource {
  /** Names that runs may ask for. */
  allowed: string[];
  environment: Record<string, string | undefined>;
}

/** The values of these secrets. Throws `missing_secret` that names the first which the host does not give. */
export function resolveSecrets(names: string[], { allowed, environment }: SecretSource): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, resolveSecret(name, allowed, environment)]));
}

function resolveSecret(name: string, allowed: string[], environment: SecretSource['environment']): string {
  if (!allowed.includes(name)) {
    throw new SkillrunError('missing_secret', `This worker does not give the secret to runs [secret=${name}]`, {
      hint: `Add ${name} to the names that the worker allows`,
    });
  }
  const value = environment[name] ?? '';
  if (value === '') {
    throw new SkillrunError('missing_secret', `The secret has no value on this worker [secret=${name}]`, {
      hint: `Set ${name} in the worker's environment`,
    });
  }
  checkLength(name, value);
  return value;
}

/**
 * The text with the values of the secrets taken out: as they are, in base64 (also without padding, and in its URL form)
 * and percent-encoded. Throws `missing_secret` for a value that is too short to be found again.
 */
export function redact(text: string, secrets: Record<string, string>): string {
  const forms = Object.entries(secrets).flatMap(([name, value]) => {
    checkLength(name, value);
    return formsOf(value).map((form) => ({ form, name }));
  });
  // A form may hold another as its part; the longest goes first.
  forms.sort((a, b) => b.form.length - a.form.length);
  return forms.reduce((rest, { form, name }) => rest.replaceAll(form, () => `[secret ${name}]`), text);
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString('base64');
  const percent = encodeURIComponent(value);
  return [
    value,
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
  ];
}

function checkLength(name: string, value: string): void {
  if (value.length >= SHORTEST_SECRET) return;
  throw new SkillrunError(
    'missing_secret',
    `The value of the secret is too short to be kept out of texts [secret=${name}]`,
    {
      hint: `Give it ${SHORTEST_SECRET} characters or more`,
    },
  );
}
