/** What a place asks for a late cancellation: minor units, from so many minutes before the start on. */
export interface LateTerms {
  readonly withinMinutes: number;
  readonly feeMinor: number;
  readonly currency: string;
}

interface Cancelled {
  readonly startsAt: string;
  readonly lateTerms?: LateTerms;
}

/** The fee of a cancellation at this instant; none where the place asks for none, or it is early enough. */
export function lateFee(
  { startsAt, lateTerms }: Cancelled,
  at: string,
): { readonly amountMinor: number; readonly currency: string } | undefined {
  if (lateTerms === undefined || lateTerms.feeMinor === 0) return undefined;
  if (minutesBefore(startsAt, at) >= lateTerms.withinMinutes) return undefined;
  return { amountMinor: lateTerms.feeMinor, currency: lateTerms.currency };
}

/** Whole minutes from one instant to a later one, rounded down; below zero once it is past. */
export function minutesBefore(startsAt: string, at: string): number {
  return Math.floor((Date.parse(startsAt) - Date.parse(at)) / 60_000);
}
