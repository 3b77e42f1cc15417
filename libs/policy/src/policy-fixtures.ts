import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PolicyFile, PolicyFolderError, PolicyRequest, PolicySet, RefundFacts } from './policy.js';
import { loadPolicySet, parsePolicySet } from './policy.js';
import { sampleRequest } from './sample-request.js';

/** What one test changes in the ordinary request. */
export interface Change {
  readonly tenant?: string;
  readonly principal?: PolicyRequest['principal'];
  readonly onBehalfOf?: string;
  readonly status?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly chargeCurrency?: string;
  readonly facts?: Partial<RefundFacts>;
}

export function request({ status, chargeCurrency, facts, ...rest }: Change = {}): PolicyRequest {
  const resource = {
    ...sampleRequest.resource,
    ...(status === undefined ? {} : { status }),
    ...(chargeCurrency === undefined ? {} : { currency: chargeCurrency }),
  };
  return { ...sampleRequest, ...rest, resource, facts: { ...sampleRequest.facts, ...facts } };
}

const folder = resolve(import.meta.dirname, '../../../policies');

/** The policies of the repository: the tests state what these say, not what some copy says. */
export function repositoryPolicies(): Promise<PolicySet> {
  return loadPolicySet(folder);
}

/** The same as text, for a test to break. */
export async function repositoryFiles(): Promise<readonly PolicyFile[]> {
  const names = (await readdir(folder)).filter((name) => name !== 'README.md');
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(resolve(folder, name), 'utf8') })),
  );
}

/** The files with one of them edited. */
export function withFile(
  files: readonly PolicyFile[],
  name: string,
  change: (text: string) => string,
): readonly PolicyFile[] {
  return files.map((file) => (file.name === name ? { name, text: change(file.text) } : file));
}

/** What is wrong with the files; nothing when they can be used. */
export function problemsOf(given: readonly PolicyFile[]): PolicyFolderError['problems'] {
  try {
    parsePolicySet(given);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      error.code === 'policy_folder_invalid' &&
      'problems' in error
    ) {
      return Array.isArray(error.problems) ? error.problems : [];
    }
    throw error;
  }
  return [];
}
