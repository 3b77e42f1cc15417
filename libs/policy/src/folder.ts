import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PolicySet, parsePolicySet } from './policy-set.js';
import { policyFolderError } from './problems.js';
import type { Rulebook } from './rulebook.js';

/** What may lie beside the policies without being one. */
const aside = ['README.md'];

/**
 * Reads the policy folder once, at start: what is common, and the files of each capability there is.
 *
 * @throws PolicyFolderError (code `policy_folder_invalid`) naming file, policy id and reason of every mistake.
 */
export async function loadPolicySet(folder: string, rulebooks: readonly Rulebook[]): Promise<PolicySet> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw Object.assign(policyFolderError([{ file: folder, reason: 'the folder cannot be read' }]), {
      cause,
    });
  });
  const files = names
    .filter((name) => !aside.includes(name))
    .map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') }));
  return parsePolicySet(await Promise.all(files), rulebooks);
}
