import type { TargetReport } from '@countersign/capabilities/reports';

interface Of {
  readonly tenant: string;
  readonly system: string;
}

/** What the provider said of effects that are no proposal's, without a database; it outlives the processes. */
export class UnplacedInMemory {
  readonly #kept = new Map<string, TargetReport>();

  async keep(report: TargetReport, { tenant, system }: Of): Promise<void> {
    const name = `${tenant} ${system} ${report.reportId}`;
    if (!this.#kept.has(name)) this.#kept.set(name, report);
  }

  async *saidIn({
    window,
  }: Of & { readonly window: { readonly from: string; readonly to: string } }): AsyncGenerator<TargetReport> {
    for (const report of this.#kept.values())
      if (report.saidAt >= window.from && report.saidAt < window.to) yield report;
  }
}
