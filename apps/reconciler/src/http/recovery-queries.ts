import type { Ports } from '@countersign/contracts';
import { ReadModels } from '@countersign/event-store';
import { configToken, portsToken, readModelsToken } from '@countersign/messaging';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Comparing, comparingToken } from '../comparison/comparing.js';
import { type DifferenceRow, differencesModel } from '../comparison/difference-row.js';
import { type StuckLedger, stuckOf } from '../comparison/ledger-standing.js';
import type { ReconcilerConfig } from '../config.js';
import { Recovery, recoveryToken } from '../recovery/recovery.js';
import type { RecoveryItem } from '../recovery/recovery-item.js';
import { type RecoveryQueue, readQueue } from '../recovery/recovery-queue.js';
import { StopDesk, type StopShown, stopsToken } from '../stops/stop-desk.js';
import { answered } from './problem-of.js';

/** What nobody knows yet, and where two ledgers are not the same. */
export interface RecoveryList extends RecoveryQueue {
  /** Oldest first. */
  readonly differences: readonly DifferenceRow[];
  readonly moreDifferences: boolean;
  /** Ledgers that could not be compared for long enough. */
  readonly ledgers: readonly StuckLedger[];
  /** What people stopped; what waits for it is no item, because nothing of it is in question. */
  readonly stops: readonly StopShown[];
}

export class ListRecovery extends Query<RecoveryList> {
  constructor(readonly tenant: string) {
    super();
  }
}

export class ShowRecoveryItem extends Query<RecoveryItem> {
  constructor(
    readonly tenant: string,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ListRecovery)
export class ListRecoveryHandler implements IQueryHandler<ListRecovery> {
  constructor(
    @Inject(readModelsToken) private readonly models: ReadModels,
    @Inject(portsToken) private readonly ports: Ports,
    @Inject(configToken) private readonly config: ReconcilerConfig,
    @Inject(stopsToken) private readonly desk: StopDesk,
    @Inject(comparingToken) private readonly comparing: Comparing,
  ) {}

  async execute({ tenant }: ListRecovery): Promise<RecoveryList> {
    const at = this.ports.clock.now();
    const [queue, differences, stops, standings] = await Promise.all([
      readQueue(this.models, { tenant, at, limits: this.config.looks }),
      this.models.list<DifferenceRow>({
        ...{ name: differencesModel, tenant, where: { standing: 'open' }, limit: 200 },
      }),
      this.desk.list(tenant),
      this.comparing.standings(tenant),
    ]);
    return {
      ...queue,
      differences: differences.entries.map(({ document }) => document),
      moreDifferences: differences.next !== undefined,
      ledgers: standings.filter(({ state }) => state === 'stuck').map(stuckOf),
      stops,
    };
  }
}

@QueryHandler(ShowRecoveryItem)
export class ShowRecoveryItemHandler implements IQueryHandler<ShowRecoveryItem> {
  constructor(@Inject(recoveryToken) private readonly recovery: Recovery) {}

  async execute({ tenant, id }: ShowRecoveryItem): Promise<RecoveryItem> {
    return answered(await this.recovery.show({ tenant, id })).item;
  }
}
