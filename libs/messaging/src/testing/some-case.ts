import { type Ports, systemPorts } from '@countersign/contracts';
import { type CaseCommand, subjectId, tenantId } from '@countersign/domain';
import { MemoryEventStore } from './memory-event-store.js';

export const at = '2026-11-29T12:00:00Z';
export const tenant = 'fjordlight';
export const ports: Ports = {
  ...systemPorts(),
  clock: { nowMs: () => 0, now: () => at, wait: () => Promise.resolve() },
};
export const cause = (id: string) => ({ id, correlationId: 'r-1' });

export const open: CaseCommand = {
  type: 'open',
  fact: {
    requestId: 'r-1',
    tenant: tenantId(tenant),
    customer: { subject: subjectId('ada'), name: 'Ada' },
    startedBy: subjectId('ada'),
    bounds: { wallClockMs: 1, turnsMax: 1, toolCallsMax: 1, spendMicrosMax: 1 },
    openedAt: at,
  },
};
export const message = (messageId: string): CaseCommand => ({
  type: 'receive_message',
  fact: { messageId, text: 'hello', from: subjectId('ada'), receivedAt: at },
});

/** Counts reads, so that a test can say that there was none. */
export class CountingStore extends MemoryEventStore {
  reads = 0;
  override readStream(...given: Parameters<MemoryEventStore['readStream']>) {
    this.reads += 1;
    return super.readStream(...given);
  }
}
