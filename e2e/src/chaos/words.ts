import type { Account } from './account.js';
import type { Suffered } from './recovery.js';
import { nameOf } from './strike.js';

/** What the records say, for people. */
export function accountLines(account: Account): string[] {
  const { proposals, completed, effects, lost, twice, strange, gaps } = account;
  const { altered, parked, dead, untrue, conversations, replay } = account;
  const lines = [
    row('Proposals', `${proposals} on record, ${completed} completed`),
    row('Effects', `${effects} in the payment provider’s ledger; ${lost.length} lost, ${twice.length} twice`),
    row('Streams', gaps.length === 0 ? 'no version is missing' : `${gaps.length} with a version missing`),
    row('verify', altered.length === 0 ? 'nothing was altered' : `${altered.length} findings`),
    row('The topic alone', replay.out.trim().split('\n').slice(-1)[0] ?? ''),
    row('Set aside', parked.length === 0 ? 'nothing' : `${parked.length} messages`),
    row(
      'Customers',
      `${conversations} conversations, ${untrue.length === 0 ? 'each told the truth' : `${untrue.length} times not the truth`}`,
    ),
    row('Programs', dead.length === 0 ? 'none ended by itself' : `ended by themselves: ${dead.join(', ')}`),
  ];
  const details = { lost, twice, strange, gaps, altered, parked, untrue };
  for (const [what, ids] of Object.entries(details)) {
    if (ids.length > 0) lines.push(`  ${what}: ${ids.join(', ')}`);
  }
  return lines;
}

/** Recovery by kind: how often, the median and the worst. */
export function recoveryLines(suffered: readonly Suffered[]): string[] {
  const kinds = new Map<string, (number | undefined)[]>();
  for (const { fault, recoveredMs } of suffered) {
    const kind = kindOf(fault);
    kinds.set(kind, [...(kinds.get(kind) ?? []), recoveredMs]);
  }
  const lines = [
    ['', 'times', 'p50', 'worst'],
    ...[...kinds].sort(byName).map(([kind, took]) => cells(kind, took)),
  ];
  return lines.map(([kind = '', ...figures]) =>
    `${kind.padEnd(28)}${figures.map((figure) => figure.padStart(10)).join('')}`.trimEnd(),
  );
}

function cells(kind: string, took: readonly (number | undefined)[]): string[] {
  const measured = took.filter((ms) => ms !== undefined).sort((a, b) => a - b);
  const at = (index: number) =>
    measured[index] === undefined ? '-' : `${(measured[index] / 1_000).toFixed(1)} s`;
  return [kind, String(took.length), at(Math.floor((measured.length - 1) / 2)), at(measured.length - 1)];
}

function kindOf(fault: Suffered['fault']): string {
  if (fault.kind !== 'kill') return `${fault.kind}, ${fault.beyond}`;
  const [first, ...more] = fault.victims;
  return first === undefined || more.length > 0 ? 'several together' : `kill ${nameOf(first)}`;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => a.localeCompare(b);

const row = (what: string, said: string): string => `${what.padEnd(18)}${said}`;
