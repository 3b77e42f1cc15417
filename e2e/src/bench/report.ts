import { cpus, platform, release, totalmem } from 'node:os';
import type { JsonObject } from '@countersign/domain';

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first cell of a row names it; the others are figures. */
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

/** What one benchmark came to. */
export interface SectionReport {
  readonly tables: readonly Table[];
  readonly figures: JsonObject;
  /** What was counted and is not equal. Anything here fails the run. */
  readonly faults: readonly string[];
}

export function tableText({ title, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    widths
      .map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width)))
      .join('  ')
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [title, line(columns), rule, ...rows.map(line), ...notes.map((note) => `  ${note}`), ''].join('\n');
}

export function machine(): JsonObject {
  const processors = cpus();
  return {
    processors: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryMb: Math.round(totalmem() / 1_048_576),
    system: `${platform()} ${release()}`,
    node: process.version,
  };
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const decimals = (value: number, digits: number): string => value.toFixed(digits);
