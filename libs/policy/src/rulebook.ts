/**
 * What a capability tells policy about itself; structurally the `Capability` of libs/capabilities. Its files are
 * `<name>.cedar`, `<name>.cedarschema` and `<name>.limits.json`.
 */
export interface Rulebook {
  readonly name: string;
  readonly actions: readonly { readonly kind: string }[];
  readonly policy: {
    /**
     * What its limits are. `amounts`: minor units by currency. `count`: a whole number of at least 1. `share`: basis
     * points, 0 to 10,000. `zone`: an IANA time zone.
     */
    readonly limits: Readonly<Record<string, 'amounts' | 'count' | 'share' | 'zone'>>;
    /** Pairs of amounts of which the second is never below the first. */
    readonly rising?: readonly (readonly [string, string])[];
  };
}
