/** Prints what a decision costs: `node libs/policy/dist/measure.js`. */
import { isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { cedarCall } from '../cedar-call.js';
import { policyEngine } from '../policy.js';
import { repositoryPolicies } from './policy-fixtures.js';
import { sampleRequest } from './sample-request.js';

const policies = await repositoryPolicies();
const engine = policyEngine(policies);
const {
  preparsedPolicySetId: _set,
  preparsedSchemaName: _schema,
  ...call
} = cedarCall(policies, sampleRequest);
const staticPolicies = Object.fromEntries([...policies.rules].map(([id, rule]) => [id, rule.text]));

print('engine.decide, preparsed', () => engine.decide(sampleRequest));
print('Cedar alone, with the text each time', () => isAuthorized({ ...call, policies: { staticPolicies } }));

function print(name: string, work: () => unknown): void {
  const rounds = 2_000;
  for (let i = 0; i < rounds / 4; i += 1) work();
  const start = process.hrtime.bigint();
  for (let i = 0; i < rounds; i += 1) work();
  const perCallUs = Number(process.hrtime.bigint() - start) / 1_000 / rounds;
  console.log(`${name}: ${perCallUs.toFixed(1)} µs a call (${rounds} calls)`);
}
