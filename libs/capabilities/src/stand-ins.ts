/**
 * The stand-ins that capabilities bring for the sandbox: `standIns` of `<name>/sandbox.ts`, where there is one. It
 * refuses to be reached from a service: this is the outside world. Its one invariant: a stand-in imports nothing of
 * Countersign but the sandbox's kit.
 */
import { existsSync } from 'node:fs';
import type { StandIn } from '@countersign/sandbox/kit';
import { registered } from './registered.js';

const bringing = registered.filter((name) => existsSync(new URL(`./${name}/sandbox.js`, import.meta.url)));

async function standInsOf(name: string): Promise<readonly StandIn[]> {
  const module = (await import(`./${name}/sandbox.js`)) as { readonly standIns: readonly StandIn[] };
  return module.standIns;
}

const found: StandIn[] = [];
for (const name of bringing) found.push(...(await standInsOf(name)));

/** Every stand-in there is, in the order of registration. */
export const standIns: readonly StandIn[] = found;

/** The environment keys of the stand-ins, for whoever starts services beside a sandbox with these addresses. */
export function standInEnvironment(
  urls: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const keys = standIns.flatMap(({ name, keys: own }) => {
    const url = urls[name];
    if (url === undefined) return [];
    const prefix = name.toUpperCase().replaceAll('-', '_');
    return [
      [`${prefix}_URL`, url],
      ...(own.any === undefined ? [] : [[`${prefix}_KEY`, own.any]]),
      ...(own.read === undefined ? [] : [[`${prefix}_READ_KEY`, own.read]]),
      ...(own.write === undefined ? [] : [[`${prefix}_WRITE_KEY`, own.write]]),
    ];
  });
  return Object.fromEntries(keys) as Record<string, string>;
}
