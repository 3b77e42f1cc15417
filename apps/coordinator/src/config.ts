import { type Environment, environment } from '@countersign/messaging';

export interface CoordinatorConfig {
  /** Who vouches for the people that write; a topic is not an identity. */
  readonly identity: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string };
}

export function readConfig(env: Environment): CoordinatorConfig {
  const read = environment(env);
  return read.frozen({
    identity: {
      issuer: read.text('IDENTITY_ISSUER'),
      audience: read.text('IDENTITY_AUDIENCE'),
      jwksUrl: read.url('IDENTITY_JWKS_URL'),
    },
  });
}
