import type { TargetReport } from '@countersign/capabilities/reports';
import { PostgresEventStore } from '@countersign/event-store';
import type { OnModuleDestroy } from '@nestjs/common';

interface Row {
  readonly report_id: string;
  readonly says: TargetReport['says'];
  readonly reference: string;
  readonly target: string;
  readonly operation_id: string | null;
  readonly code: string;
  readonly said_at: Date;
}

/** Which reports: of one target, said in a time. */
export interface SaidIn {
  readonly tenant: string;
  readonly system: string;
  readonly window: { readonly from: string; readonly to: string };
}

export const unplacedReportsToken = 'reconciler:unplaced-reports';

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

  /** One after another, by the time they were said; a page of them is held at a time. */
  async *saidIn({ tenant, system, window }: SaidIn): AsyncGenerator<TargetReport> {
    let after = { said: window.from, id: '' };
    for (;;) {
      const rows = await this.#store.query<Row>(
        'list-unplaced-reports',
        `select report_id, says, reference, target, operation_id, code, said_at
         from countersign.unplaced_reports
         where tenant = $1 and system = $2 and said_at < $3 and (said_at, report_id) > ($4, $5)
         order by said_at, report_id limit $6`,
        [tenant, system, window.to, after.said, after.id, pageRows],
      );
      yield* rows.map(reportOf);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      after = { said: last.said_at.toISOString(), id: last.report_id };
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.#store.close();
  }
}

const pageRows = 200;

function reportOf({
  report_id: reportId,
  operation_id: operationId,
  said_at: saidAt,
  ...row
}: Row): TargetReport {
  return {
    ...{ reportId, ...row, saidAt: saidAt.toISOString() },
    ...(operationId === null ? {} : { operationId }),
  };
}
