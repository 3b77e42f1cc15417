import type { KafkaConfig, SASLOptions } from 'kafkajs';

/** How a client proves who it is, and knows that the broker is the right one. Neither: a broker on a trusted network. */
export interface KafkaSecurity {
  readonly tls?: {
    /** PEM; the authorities of the system where it is left out. */
    readonly ca?: string;
  };
  readonly sasl?: {
    readonly mechanism: SaslMechanism;
    readonly username: string;
    readonly password: string;
  };
}

export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

/** What the client library is given. The one place where it is said, for every client there is. */
export function securityOptions({ tls, sasl }: KafkaSecurity = {}): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  return {
    ...(tls === undefined ? {} : { ssl: tls.ca === undefined ? true : { ca: [tls.ca] } }),
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
  };
}

/** The library's type wants to know the mechanism before the rest. */
function saslOptions({ mechanism, ...who }: NonNullable<KafkaSecurity['sasl']>): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...who };
    case 'scram-sha-256':
      return { mechanism, ...who };
    case 'scram-sha-512':
      return { mechanism, ...who };
  }
}
