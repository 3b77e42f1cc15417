import { dirname, relative } from 'node:path';
import { standIns } from '@countersign/capabilities/stand-ins';
import { type Program, programName } from '../composition/composition.js';
import type { Paint } from '../terminal/paint.js';
import type { Instance } from './instance.js';

/** What is up, under which address and role, and what to try next. One screen. */
export function shown(instance: Instance, paint: Paint): string[] {
  const { running, logFile, database } = instance;
  const { services, outside } = running;
  const row = (name: string, address: string, note: string) =>
    `  ${name.padEnd(18)}${paint.accent(address.padEnd(24))}${paint.dim(note)}`;
  const role = (name: string) => `role countersign_${name}`;
  const at = new URL(running.auditorUrl);
  return [
    '',
    paint.good('Up.'),
    row('gateway', services.gateway, role('gateway')),
    row('approval-service', services.approvalService, role('approval_service')),
    row('reconciler', services.reconciler, role('reconciler')),
    row('coordinator', 'events only', role('coordinator')),
    row('refund-specialist', 'events only', role('refund_specialist')),
    row('policy-gate', 'events only', role('policy_gate')),
    row('executor', 'events only', `${role('executor')}, alone with a key that can refund`),
    ...onKafka(running, row),
    row('database', at.host, `PostgreSQL, ${database === 'embedded' ? 'embedded' : 'yours'}`),
    '',
    '  The sandbox, a process of its own in place of the outside world:',
    row(
      'identity',
      outside.identity,
      'ada, ben: customers; jonas: support; maya, priya, lena: managers; sam, noor: operators',
    ),
    row('orders', outside.orders, 'orders 4821 to 4828'),
    row('documents', outside.documents, 'the shop’s published policies'),
    row('payments', outside.payments, 'speaks Stripe’s API for charges and refunds'),
    ...standIns.map(({ name, note }) => row(name, running.standIns[name] ?? '', note)),
    row('admin', outside.admin, 'makes things go wrong; see apps/sandbox/README.md'),
    '',
    paint.bold('Try, in another terminal:'),
    '  npm run demo                          a refund, and one whose answer is lost, as they happen',
    '  npm run countersign -- show <id>      one proposal or case, whole',
    '  npm run countersign -- verify         was anything in the record altered?',
    `  ${`${services.gateway}/docs`.padEnd(38)}the API, to read and try; of approvals and recovery:`,
    `  ${''.padEnd(38)}${services.approvalService}/docs and ${services.reconciler}/docs`,
    '',
    paint.dim(
      `  Data and keys: ${fromHere(dirname(logFile))}. Log: ${fromHere(logFile)}. Ctrl-C stops everything.`,
    ),
  ];
}

type Row = (name: string, address: string, note: string) => string;

function onKafka({ kafka }: Instance['running'], row: Row): string[] {
  if (kafka === undefined) return [];
  const [first = '', ...others] = kafka.brokers;
  const pids = Object.entries(kafka.pids).map(
    ([program, pid]) => `${programName(program as Program)} ${pid}`,
  );
  return [
    row('relay', 'events only', 'role countersign_relay, which reads events and appends none'),
    row(
      'Kafka',
      first,
      others.length === 0 ? 'how the services hear of each other' : `and ${others.join(', ')}`,
    ),
    row('processes', pids.slice(0, 4).join(', '), ''),
    row('', pids.slice(4).join(', '), ''),
  ];
}

/** As a person in this folder would write it. */
function fromHere(path: string): string {
  const way = relative(process.cwd(), path);
  return way === '' || way.startsWith('..') ? path : way;
}
