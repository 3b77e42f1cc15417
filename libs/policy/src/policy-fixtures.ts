import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PolicyFile, PolicyRequest, PolicySet, RefundFacts } from './policy.js';
import { loadPolicySet } from './policy.js';
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
