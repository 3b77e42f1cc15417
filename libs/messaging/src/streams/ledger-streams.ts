import {
  type Comparison,
  type ComparisonCommand,
  type ComparisonEvent,
  type ComparisonRefusal,
  type Difference,
  type DifferenceCommand,
  type DifferenceEvent,
  type DifferenceRefusal,
  decideComparison,
  decideDifference,
  evolveComparison,
  evolveDifference,
  noComparison,
  noDifference,
} from '@countersign/domain';
import { foldOf, type StreamPorts } from './categories.js';
import { StreamCache } from './stream-cache.js';
import { type Rules, Streams } from './streams.js';

export type ComparisonStreams = Streams<Comparison, ComparisonCommand, ComparisonEvent, ComparisonRefusal>;
export type DifferenceStreams = Streams<Difference, DifferenceCommand, DifferenceEvent, DifferenceRefusal>;

const comparisonRules: Rules<Comparison, ComparisonCommand, ComparisonEvent, ComparisonRefusal> = {
  category: 'comparison',
  decide: decideComparison,
  evolve: evolveComparison,
};

const differenceRules: Rules<Difference, DifferenceCommand, DifferenceEvent, DifferenceRefusal> = {
  category: 'difference',
  decide: decideDifference,
  evolve: evolveDifference,
};

/** Few are in use at a time, and only in the service that compares: it keeps its own. */
const kept = 100;

export function comparisonStreams({ store, ports }: Omit<StreamPorts, 'caches'>): ComparisonStreams {
  const cache = new StreamCache<Comparison>(foldOf(comparisonRules, noComparison), kept);
  return new Streams({ rules: comparisonRules, cache, store, ports });
}

export function differenceStreams({ store, ports }: Omit<StreamPorts, 'caches'>): DifferenceStreams {
  const cache = new StreamCache<Difference>(foldOf(differenceRules, noDifference), kept);
  return new Streams({ rules: differenceRules, cache, store, ports });
}
