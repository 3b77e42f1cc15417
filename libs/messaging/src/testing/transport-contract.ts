import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Host } from '../host/host.js';
import type { ServiceDefinition } from '../wiring/wiring.js';
import { failureContract } from './failure-contract.js';
import { orderContract } from './order-contract.js';
import { outageContract } from './outage-contract.js';
import { redeliveryContract } from './redelivery-contract.js';
import { timerContract } from './timer-contract.js';
import type { TransportWorld } from './world.js';

/** What each part of the suite works with. */
export interface UnderTest {
  world(): TransportWorld;
  /** A process that is stopped after the test. */
  start(...services: readonly ServiceDefinition[]): Promise<Host>;
  /** A stream name no other test uses. */
  stream(): string;
}

/** What every transport promises. The same suite runs over each of them. */
export function describeTransport(name: string, open: () => Promise<TransportWorld>): void {
  describe(name, () => {
    let world: TransportWorld;
    let streams = 0;
    const hosts: Host[] = [];
    beforeAll(async () => {
      world = await open();
    });
    afterEach(async () => {
      await Promise.all(hosts.splice(0).map((host) => host.stop()));
    });
    afterAll(() => world.close());
    const under: UnderTest = {
      world: () => world,
      start: async (...services) => {
        const host = await world.start(services);
        hosts.push(host);
        return host;
      },
      stream: () => {
        streams += 1;
        return `case-${streams}`;
      },
    };
    describe('order', () => orderContract(under));
    describe('redelivery', () => redeliveryContract(under));
    describe('failures', () => failureContract(under));
    describe('timers', () => timerContract(under));
    describe('outages', () => outageContract(under));
  });
}
