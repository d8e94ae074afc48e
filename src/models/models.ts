import { SkillrunError } from '../contract/errors.ts';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { createOpenAIChatProvider } from './openai-chat/provider.ts';
import { createOpenAIProvider } from './openai/provider.ts';
import type { ModelProvider } from './port.ts';

export interface Models {
  /**
   * The provider of that name. Throws `unknown_provider`, `missing_key` or, for a key or base URL that cannot be one,
   * `invalid_configuration`.
   */
  get(provider: string): ModelProvider;
}

type Environment = Record<string, string | undefined>;

const factories: Record<string, (environment: Environment) => ModelProvider> = {
  openai: (environment) =>
    createOpenAIProvider({
      apiKey: requiredKey(environment, 'OPENAI_API_KEY', 'openai'),
      baseUrl: baseUrl(environment, 'OPENAI_BASE_URL'),
    }),
  'openai-chat': (environment) => {
    const url = baseUrl(environment, 'OPENAI_BASE_URL');
    const apiKey =
      url === undefined
        ? requiredKey(
            environment,
            'OPENAI_API_KEY',
            'openai-chat',
            ', or OPENAI_BASE_URL to a server that needs no key',
          )
        : key(environment, 'OPENAI_API_KEY');
    return createOpenAIChatProvider({ apiKey, baseUrl: url });
  },
  anthropic: (environment) =>
    createAnthropicProvider({
      apiKey: requiredKey(environment, 'ANTHROPIC_API_KEY', 'anthropic'),
      baseUrl: baseUrl(environment, 'ANTHROPIC_BASE_URL'),
    }),
};

/** The providers that an environment configures; each is made when it is first asked for. */
export function createModels(environment: Environment): Models {
  const made = new Map<string, ModelProvider>();
  return {
    get(name) {
      const known = made.get(name);
      if (known !== undefined) return known;
      const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
      if (factory === undefined) {
        throw new SkillrunError('unknown_provider', `There is no model provider [provider=${name}]`, {
          hint: `Known are ${Object.keys(factories).join(', ')}: write the model as provider:model-id`,
        });
      }
      const provider = factory(environment);
      made.set(name, provider);
      return provider;
    },
  };
}

function key(environment: Environment, variable: string): string | undefined {
  const value = environment[variable]?.trim() || undefined;
  // The HTTP client would repeat such a key in its error.
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
    throw new SkillrunError('invalid_configuration', `${variable} holds characters that no key has`, {
      hint: `Copy the key into ${variable} again`,
    });
  }
  return value;
}

function requiredKey(environment: Environment, variable: string, provider: string, orElse = ''): string {
  const value = key(environment, variable);
  if (value === undefined) {
    throw new SkillrunError('missing_key', `${variable} is not set [provider=${provider}]`, {
      hint: `Set ${variable} in the environment of the worker${orElse}`,
    });
  }
  return value;
}

function baseUrl(environment: Environment, variable: string): string | undefined {
  const value = environment[variable]?.trim() || undefined;
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new SkillrunError('invalid_configuration', `${variable} is not the URL of an HTTP server`, {
      hint: 'Give it as https://host/path, without a user name or password',
    });
  }
  return value;
}
