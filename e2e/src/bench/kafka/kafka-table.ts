import type { JsonObject } from '@countersign/domain';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type Table, whole } from '../report.js';

export type Contender = 'over Kafka' | 'embedded' | 'bare kafkajs loop';

export interface ReachedOnKafka {
  readonly name: Contender;
  readonly inFlight: number;
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Of the embedded default's proposals a second, at any number in flight. */
const shareAim = 0.5;
/** From draft to completed with one in flight. */
const p50AimMs = 50;

export function kafkaTable(reached: readonly ReachedOnKafka[]): { table: Table; figures: JsonObject } {
  const aims = judged(reached);
  return {
    table: {
      title: '(b) Whole proposals over Kafka, from draft to completed, approved from outside at once',
      columns: ['contender', 'in flight', 'a second', 'spread', 'p50 ms', 'p99 ms'],
      rows: reached.map(({ name, inFlight, rates, p50Ms, p99Ms }) => [
        ...[name, String(inFlight), whole(median(rates)), percent(spread(rates))],
        ...[decimals(p50Ms, 1), decimals(p99Ms, 1)],
      ]),
      notes: [
        ...aims.map(({ aim, found, met }) => `${met ? 'met' : 'NOT met'}: ${aim}; found ${found}`),
        'Over Kafka: one broker, the relay and the services each a process. Embedded: the same services, no broker.',
        'The bare loop: the same messages, each sent when the one before it arrived. No store, no rules, no calls.',
      ],
    },
    figures: {
      measured: reached.map((one) => ({ ...one, rates: [...one.rates], perSecond: median(one.rates) })),
      aims: aims.map((one) => ({ ...one })),
    },
  };
}

function judged(reached: readonly ReachedOnKafka[]): { aim: string; found: string; met: boolean }[] {
  const concurrencies = [...new Set(reached.map(({ inFlight }) => inFlight))];
  const of = (name: Contender, inFlight: number) =>
    reached.find((one) => one.name === name && one.inFlight === inFlight);
  const rate = (name: Contender, inFlight: number) => median(of(name, inFlight)?.rates ?? []);
  const p50Ms = of('over Kafka', 1)?.p50Ms ?? Number.NaN;
  return [
    {
      aim: `p50 under ${p50AimMs} ms at 1 in flight`,
      found: `${decimals(p50Ms, 1)} ms`,
      met: p50Ms < p50AimMs,
    },
    ...concurrencies.map((inFlight) => {
      const share = rate('over Kafka', inFlight) / rate('embedded', inFlight);
      const aim = `at least ${shareAim} of the embedded proposals a second at ${inFlight} in flight`;
      return { aim, found: decimals(share, 2), met: share >= shareAim };
    }),
  ];
}
