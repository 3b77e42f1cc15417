import type { TargetReport } from '@countersign/capabilities/reports';
import { deterministicId } from '@countersign/contracts';
import type { ComparedWindow, Instant } from '@countersign/domain';
import { bug, type Cause, type DifferenceStreams } from '@countersign/messaging';
import type { UnplacedReports } from './unplaced-reports.js';

export interface ReportItemsPorts {
  readonly differences: DifferenceStreams;
  readonly unplaced: UnplacedReports;
  readonly now: () => Instant;
}

interface Of {
  readonly tenant: string;
  readonly system: string;
}

/**
 * What a target said of something that no proposal of ours stands for, as items of the recovery queue: once each,
 * whatever became of the item since.
 */
export class ReportItems {
  constructor(private readonly with_: ReportItemsPorts) {}

  /** Kept for good first, so that what breaks off here becomes an item when its time is compared. */
  async keep(report: TargetReport, of: Of): Promise<void> {
    await this.with_.unplaced.keep(report, of);
    const id = deterministicId('report', of.tenant, of.system, report.reportId);
    await this.#find(report, of, { id, correlationId: id });
  }

  /** Those that were kept and became no item yet. */
  async findAll(cause: Cause, of: Of, window: ComparedWindow): Promise<void> {
    for await (const report of this.with_.unplaced.saidIn({ ...of, window })) {
      await this.#find(report, of, cause);
    }
  }

  async #find(report: TargetReport, { tenant, system }: Of, cause: Cause): Promise<void> {
    const at = this.with_.now();
    const { reportId, says, reference, target, operationId, code, saidAt } = report;
    const fact = {
      ...({ system, kind: 'report_unplaced', proposalId: 'none', anchoredAt: saidAt, effects: [] } as const),
      report: {
        ...{ reportId, says, reference, target, code, saidAt },
        ...(operationId === undefined ? {} : { operationId }),
      },
      ...{ source: `${system}, by itself`, readAt: at, at },
    };
    const id = deterministicId('difference', tenant, system, 'report_unplaced', reportId);
    const to = { tenant, id, rule: 'find-unplaced-report' };
    const answer = await this.with_.differences.answer(cause, to, ({ status }) =>
      status === 'absent' ? { commands: [{ type: 'find', fact }] } : 'nothing',
    );
    if (answer.outcome === 'refused') throw bug('difference_refused', JSON.stringify(answer));
  }
}
