import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const shippedPolicies = resolve(import.meta.dirname, '../../../policies');

export interface PolicyChange {
  /** Limits in minor units of EUR. */
  readonly automaticUpToMinor?: number;
  readonly consentUpToMinor?: number;
  readonly windowZone?: string;
  readonly rules?: (cedar: string) => string;
}

/** A folder within another, with the shipped policies changed as a shop would change them. */
export async function policiesWith(change: PolicyChange, within: string): Promise<string> {
  const folder = join(within, 'policies');
  await cp(shippedPolicies, folder, { recursive: true });
  const refunds = await json<RefundLimits>(folder, 'refunds.limits.json');
  refunds.automaticUpToMinor['EUR'] = change.automaticUpToMinor ?? refunds.automaticUpToMinor['EUR'] ?? 0;
  refunds.consentUpToMinor['EUR'] = change.consentUpToMinor ?? refunds.consentUpToMinor['EUR'] ?? 0;
  refunds.windowZone = change.windowZone ?? refunds.windowZone;
  await writeFile(join(folder, 'refunds.limits.json'), JSON.stringify(refunds));
  const limits = await json<object>(folder, 'limits.json');
  await writeFile(join(folder, 'limits.json'), JSON.stringify({ ...limits, version: 'changed for a test' }));
  const rules = join(folder, 'refunds.cedar');
  const cedar = await readFile(rules, 'utf8');
  await writeFile(rules, change.rules?.(cedar) ?? cedar);
  return folder;
}

interface RefundLimits {
  automaticUpToMinor: Record<string, number>;
  consentUpToMinor: Record<string, number>;
  windowZone: string;
}

async function json<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}
