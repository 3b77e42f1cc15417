/**
 * ISO 4217 currencies and their exponents (number of decimals). Our own table, because the
 * defaults of runtimes differ from the standard (ICU gives HUF, IDR and IQD no decimals).
 * A test holds it against a maintained list.
 */
const zero = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const three = 'BHD IQD JOD KWD LYD OMR TND';
const four = 'CLF UYW';
const two =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD ' +
  'CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP ' +
  'GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL ' +
  'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
  'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD ' +
  'TWD TZS UAH USD USN UYU UZS VED VES WST XCD YER ZAR ZMW ZWG';

const exponents: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, zero],
      [2, two],
      [3, three],
      [4, four],
    ] as const
  ).flatMap(([exponent, codes]) => codes.split(' ').map((code): [string, number] => [code, exponent])),
);

/** The number of decimals of a currency, or undefined for a code that is not money in ISO 4217. */
export function exponentOf(currency: string): number | undefined {
  return exponents.get(currency);
}

/** Every code that can be paid in, in no particular order. */
export function currencies(): readonly string[] {
  return [...exponents.keys()];
}
