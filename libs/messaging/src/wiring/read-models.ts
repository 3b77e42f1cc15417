import type { Projection, ReadModels } from '@countersign/event-store';

/** A read model as a service declares it; the host keeps it up to date. */
export type ReadModelDefinition = Projection;
/** Questions to the read models of this process. */
export type ReadModelQueries = ReadModels;
