import type { TargetReport } from '@countersign/capabilities/reports';
import { PostgresEventStore } from '@countersign/event-store';
import type { OnModuleDestroy } from '@nestjs/common';

/** What was said of effects that are no proposal's of ours: written once, and never changed. */
export class UnplacedReports implements OnModuleDestroy {
  readonly #store: PostgresEventStore;

  constructor(databaseUrl: string) {
    const applicationName = 'countersign reports';
    this.#store = new PostgresEventStore({
      ...{ url: databaseUrl, applicationName },
      ...{ readConnections: 1, appendConnections: 1 },
    });
  }

  /** The same message again changes nothing. */
  async keep(
    report: TargetReport,
    { tenant, system }: { readonly tenant: string; readonly system: string },
  ): Promise<void> {
    const { reportId, says, reference, target, operationId = null, code, saidAt } = report;
    await this.#store.query(
      'keep-unplaced-report',
      `insert into countersign.unplaced_reports
         (tenant, report_id, system, says, reference, target, operation_id, code, said_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [tenant, reportId, system, says, reference, target, operationId, code, saidAt],
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.#store.close();
  }
}
