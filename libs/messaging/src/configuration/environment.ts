import type { Environment } from '../wiring/wiring.js';

/** Every bad key of an environment at once. Values never appear: they may be secrets. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration_invalid';

  constructor(readonly problems: readonly { readonly key: string; readonly problem: string }[]) {
    super(
      `The configuration is not usable:\n${problems.map(({ key, problem }) => `  ${key} ${problem}`).join('\n')}`,
    );
  }
}

type Parse<T> = (text: string) => { readonly value: T } | { readonly problem: string };

/** Reads one environment; `frozen` at the end throws for all that was wrong, or gives the nested object. */
export class EnvironmentReader {
  readonly #problems: { key: string; problem: string }[] = [];

  constructor(private readonly env: Environment) {}

  text(key: string, fallback?: string): string {
    return this.#required(key, asText, fallback, '');
  }

  /** A secret has no default, and at least 16 characters. */
  secret(key: string): string {
    return this.#required(key, asSecret, undefined, '');
  }

  /** An absolute http, https or postgres URL without a trailing slash. */
  url(key: string, fallback?: string): string {
    return this.#required(key, asUrl, fallback, '');
  }

  /** 0 to 65535; 0 lets the system choose. */
  port(key: string, fallback?: number): number {
    return this.#required(key, asWhole(0, 65_535), fallback, 0);
  }

  /** A whole number within bounds, both included. */
  whole(key: string, bounds: { readonly min: number; readonly max: number }, fallback?: number): number {
    return this.#required(key, asWhole(bounds.min, bounds.max), fallback, 0);
  }

  flag(key: string, fallback?: boolean): boolean {
    return this.#required(key, asFlag, fallback, false);
  }

  oneOf<Word extends string>(key: string, words: readonly Word[], fallback?: Word): Word {
    return this.#required(key, asOneOf(words), fallback, words[0] as Word);
  }

  /** Text, a URL or a secret that may be absent. An empty value is as good as none. */
  optional(key: string): string | undefined {
    return this.#given(key);
  }

  optionalUrl(key: string): string | undefined {
    return this.#given(key) === undefined ? undefined : this.url(key);
  }

  /** A contradiction between keys, or anything else only the caller can see. What a key is told first, it is told alone. */
  refuse(key: string, problem: string): void {
    if (!this.#problems.some((told) => told.key === key)) this.#problems.push({ key, problem });
  }

  /** Another reading of the same environment; its problems are told with these. */
  include(read: () => unknown): void {
    try {
      read();
    } catch (error) {
      const { code, problems } = error as Partial<ConfigurationError>;
      if (code !== 'configuration_invalid' || problems === undefined) throw error;
      for (const { key, problem } of problems) this.refuse(key, problem);
    }
  }

  /** @throws ConfigurationError with every problem found so far. */
  frozen<Config extends object>(config: Config): Readonly<Config> {
    if (this.#problems.length > 0) throw new ConfigurationError(this.#problems);
    return deepFrozen(config);
  }

  #given(key: string): string | undefined {
    const value = this.env[key];
    return value === undefined || value.trim() === '' ? undefined : value;
  }

  #required<T>(key: string, parse: Parse<T>, fallback: T | undefined, stand: T): T {
    const given = this.#given(key);
    if (given === undefined) {
      if (fallback !== undefined) return fallback;
      this.refuse(key, 'is missing');
      return stand;
    }
    const parsed = parse(given);
    if ('value' in parsed) return parsed.value;
    this.refuse(key, parsed.problem);
    return stand;
  }
}

export function environment(env: Environment): EnvironmentReader {
  return new EnvironmentReader(env);
}

const asText: Parse<string> = (value) => ({ value });
const asSecret: Parse<string> = (value) =>
  value.length < 16 ? { problem: 'is shorter than 16 characters' } : { value };

const asUrl: Parse<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^(https?|postgres(ql)?):$/.test(url.protocol)
    ? { value: text.replace(/\/+$/, '') }
    : { problem: 'is not an absolute http, https or postgres URL' };
};

const asWhole =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const value = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value }
      : { problem: `is not a whole number from ${min} to ${max}` };
  };

const asFlag: Parse<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'is neither true nor false' };

const asOneOf =
  <Word extends string>(words: readonly Word[]): Parse<Word> =>
  (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { problem: `is none of ${words.join(', ')}` } : { value };
  };

function deepFrozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && isPlain(inner)) deepFrozen(inner);
  }
  return Object.freeze(value);
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
