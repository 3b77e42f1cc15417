/** The value below which the given share of them lies; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Half the distance from the lowest to the highest, as a share of the median: what a repetition may differ by. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

export const percent = (share: number): string => `±${Math.round(share * 100)}%`;
