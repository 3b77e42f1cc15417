import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PolicyFact, PolicyFile, PolicyFolderError, PolicyRequest, PolicySet } from '../policy.js';
import { parsePolicySet } from '../policy.js';
import { sampleRequest, sampleRulebook } from './sample-request.js';

/** What one test changes in the ordinary request. */
export interface Change {
  readonly tenant?: string;
  readonly principal?: PolicyRequest['principal'];
  readonly onBehalfOf?: string;
  readonly status?: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly chargeCurrency?: string;
  readonly facts?: Readonly<Record<string, PolicyFact>>;
}

export function request({ status, chargeCurrency, facts, ...rest }: Change = {}): PolicyRequest {
  const attributes = {
    ...sampleRequest.resource.attributes,
    ...(status === undefined ? {} : { status }),
    ...(chargeCurrency === undefined ? {} : { currency: chargeCurrency }),
  };
  const known: Readonly<Record<string, PolicyFact>> = { ...sampleRequest.facts, ...facts };
  const earlierMinor = facts?.['earlierMinor'] ?? sum(known['refundedMinor'], known['heldMinor']);
  const resource = { ...sampleRequest.resource, attributes };
  return { ...sampleRequest, ...rest, resource, facts: { ...known, earlierMinor } };
}

/** As the refund capability makes it: what is refunded and what is held was asked for earlier. */
function sum(a: PolicyFact | undefined, b: PolicyFact | undefined): PolicyFact {
  return typeof a === 'number' && typeof b === 'number' ? a + b : 'unknown';
}

const folder = resolve(import.meta.dirname, '../../../../policies');

/** What is common and the refunds of the repository: the tests state what these say, not what some copy says. */
export async function repositoryPolicies(): Promise<PolicySet> {
  return parsed(await repositoryFiles());
}

export function parsed(files: readonly PolicyFile[]): PolicySet {
  return parsePolicySet(files, [sampleRulebook]);
}

/** The same as text, for a test to break. */
export async function repositoryFiles(): Promise<readonly PolicyFile[]> {
  const names = (await readdir(folder)).filter((name) =>
    /^(countersign|limits|approvers|refunds)\./.test(name),
  );
  return Promise.all(
    names.map(async (name) => ({ name, text: ofRefunds(await readFile(resolve(folder, name), 'utf8')) })),
  );
}

/** What agents may propose besides belongs to capabilities that are not read here. */
function ofRefunds(text: string): string {
  return text.replace(/("agentsMayProposeFor": )\[[^\]]*\]/, '$1["refund.create"]');
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
    parsed(given);
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
