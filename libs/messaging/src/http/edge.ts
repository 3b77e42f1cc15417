import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import type { PostgresTransport } from '../postgres/postgres-transport.js';
import type { HttpEdge, Wiring } from '../wiring/wiring.js';

export interface Edge {
  readonly http: HttpEdge<unknown>;
  readonly transport: PostgresTransport;
  readonly wiring: Wiring<unknown>;
}

export async function openHttpEdge(
  _root: DynamicModule,
  _edge: Edge,
): Promise<{ app: INestApplicationContext; url: string }> {
  throw new Error('not yet');
}
