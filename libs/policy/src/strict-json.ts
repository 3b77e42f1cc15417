import type { PolicyProblem } from './problems.js';

/** Reads one JSON file strictly: an unknown key, a missing key or a wrong kind is a problem with its path. */
export class StrictJson {
  readonly problems: PolicyProblem[] = [];
  private unreadable = false;

  constructor(readonly file: string) {}

  /** A file that is not JSON is one problem, not one for every key it should have had. */
  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      this.refuse('$', `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
      this.unreadable = true;
      return undefined;
    }
  }

  /** An object with no other keys than these; a missing one is found when it is read. */
  record(value: unknown, path: string, keys: readonly string[]): Record<string, unknown> {
    const found = this.map(value, path);
    for (const key of Object.keys(found))
      if (!keys.includes(key)) this.refuse(`${path}.${key}`, 'is not known');
    return found;
  }

  /** An object whose keys are the data. */
  map(value: unknown, path: string): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value));
    }
    this.expect(value, path, 'must be an object');
    return {};
  }

  list(value: unknown, path: string): readonly string[] {
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')) return value;
    this.expect(value, path, 'must be a list of names');
    return [];
  }

  text(value: unknown, path: string): string {
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.expect(value, path, 'must be a text that is not empty');
    return '';
  }

  /** A whole number of at least `min` that JavaScript and Cedar both hold exactly. */
  integer(value: unknown, path: string, min: number): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
    this.expect(value, path, `must be a whole number of at least ${min}`);
    return min;
  }

  refuse(path: string, reason: string): void {
    if (!this.unreadable) this.problems.push({ file: this.file, reason: `${path} ${reason}` });
  }

  private expect(value: unknown, path: string, what: string): void {
    this.refuse(path, value === undefined ? 'is missing' : what);
  }
}
