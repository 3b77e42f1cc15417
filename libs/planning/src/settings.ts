/**
 * Settings that every service that plans has: how long it waits for a planner in trouble. It refuses lists that are
 * none, without printing them. Its one invariant: a list of waits is short, so that a person takes over in the end.
 */

/** The part of an environment reader that these settings are read with; it collects every bad key. */
export interface SettingReader {
  text(key: string, fallback?: string): string;
  optional(key: string): string | undefined;
  refuse(key: string, problem: string): void;
}

/** Waits in milliseconds, `2000,10000`: at most ten, none longer than ten minutes. */
export function readWaits(read: SettingReader, key: string, fallback: string): readonly number[] {
  const waits = read.text(key, fallback).split(',').map(Number);
  if (waits.length > 10 || !waits.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= 600_000)) {
    read.refuse(key, 'is not a list of at most ten whole numbers from 0 to 600000');
  }
  return waits;
}
