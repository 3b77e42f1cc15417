import type { Executed } from '@countersign/capabilities';
import { systemPorts } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { noLimits } from '../testing/no-limits.js';
import { Targets } from './targets.js';

const down = async (): Promise<Executed> => ({ class: 'transient', code: 'unavailable' });

describe('the targets of a process', () => {
  test('one that is down for a tenant is so for nobody else, and for no other target', async () => {
    const circuit = { failuresMax: 1, openMs: 60_000, openCeilingMs: 60_000 };
    const targets = new Targets({ ...noLimits, circuit, ports: systemPorts() });
    await targets.of('payments', 'fjordlight').call(down);
    expect(targets.of('payments', 'fjordlight').stayAway()).toBeDefined();
    expect(targets.of('payments', 'otherco').stayAway()).toBeUndefined();
    expect(targets.of('billing', 'fjordlight').stayAway()).toBeUndefined();
    expect(targets.standing).toEqual([
      { system: 'payments', underWay: 0, waiting: 0, circuits: { fjordlight: 'open' } },
      { system: 'billing', underWay: 0, waiting: 0, circuits: {} },
    ]);
  });
});
