/**
 * What the systems outside say by themselves, and how it is read: signatures are verified here, and what is said is
 * handed on as a hint. It refuses to believe anything: whoever hears a report reads the target back.
 * Its one invariant: a report names the capacity of what it speaks of, so that every proposal on it can be found.
 */
import { existsSync } from 'node:fs';
import type { ReportReading, TargetReport } from '@countersign/connectors';
import { registered } from './registered.js';

export type { ReportReading, ReportRefusal, TargetReport } from '@countersign/connectors';

/** One system that tells of effects by itself: the export `reports` of `<name>/reports.ts`, where there is one. */
export interface ReportSide {
  /** `payments`, as its address names it. */
  readonly system: string;
  /** The header its signature comes in. */
  readonly signatureHeader: string;
  read(
    delivery: { readonly body: Uint8Array; readonly signature: string | undefined },
    within: { readonly secrets: readonly string[]; readonly now: () => number },
  ): ReportReading;
  /** The capacity that every proposal on the thing spoken of holds or has held a part of. */
  capacityOf(report: TargetReport): string;
}

async function reportSideOf(name: string): Promise<ReportSide> {
  const module = (await import(`./${name}/reports.js`)) as { readonly reports: ReportSide };
  return module.reports;
}

const found: ReportSide[] = [];
for (const name of registered) {
  if (existsSync(new URL(`./${name}/reports.js`, import.meta.url))) found.push(await reportSideOf(name));
}

export const reportSides: readonly ReportSide[] = found;
