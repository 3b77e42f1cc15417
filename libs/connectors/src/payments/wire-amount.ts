/**
 * Where the payment provider's smallest unit is not the ISO 4217 one (C16). Its documentation counts ISK and
 * UGX, which have no minor unit, in hundredths, and MGA, which has two decimals, in whole ariary.
 * Every other currency passes unchanged, in the exponent of ISO 4217 (JPY 0, EUR 2, BHD 3).
 */
const WIRE_UNITS_FOR_ONE: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 };
const MINOR_UNITS_FOR_ONE: Readonly<Record<string, number>> = { MGA: 100 };

/** ISO minor units as the provider counts them, or undefined when it has no unit that small. */
export function toWire(amountMinor: number, currency: string): number | undefined {
  const wire = (amountMinor * (WIRE_UNITS_FOR_ONE[currency] ?? 1)) / (MINOR_UNITS_FOR_ONE[currency] ?? 1);
  return Number.isSafeInteger(wire) ? wire : undefined;
}

/** The provider's count as ISO minor units, or undefined when it does not come out whole. */
export function fromWire(wire: number, currency: string): number | undefined {
  const minor = (wire * (MINOR_UNITS_FOR_ONE[currency] ?? 1)) / (WIRE_UNITS_FOR_ONE[currency] ?? 1);
  return Number.isSafeInteger(minor) ? minor : undefined;
}
