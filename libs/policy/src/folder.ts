import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyFile } from './policy-files.js';
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
  return parsedOnce(await Promise.all(files), rulebooks);
}

const known = new Map<string, PolicySet>();

/** Cedar keeps what it parsed for the life of the process, so the same files are parsed once in it (some 60 ms). */
function parsedOnce(files: readonly PolicyFile[], rulebooks: readonly Rulebook[]): PolicySet {
  const books = rulebooks.map(({ name, actions, policy }) => [name, actions.map(({ kind }) => kind), policy]);
  const asked = JSON.stringify([files, books]);
  const set = known.get(asked) ?? parsePolicySet(files, rulebooks);
  known.set(asked, set);
  return set;
}
