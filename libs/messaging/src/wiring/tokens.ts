/**
 * What a rule can be given: `@Inject(proposalsToken) private readonly proposals: ProposalStreams`.
 * Strings, so that two copies of this library in one process still mean the same thing.
 */
export const proposalsToken = 'countersign:proposals';
export const casesToken = 'countersign:cases';
export const storeToken = 'countersign:store';
export const portsToken = 'countersign:ports';
export const configToken = 'countersign:config';
export const loggerToken = 'countersign:logger';
export const readModelsToken = 'countersign:read-models';
export const liveToken = 'countersign:live';
export const ingressToken = 'countersign:ingress';
export const workerToken = 'countersign:worker';
/** An `AbortSignal` that fires when the process is asked to stop. */
export const shutdownToken = 'countersign:shutdown';
/** A service may provide a `Report` under it: what readiness shows of the service beside what every service has. */
export const reportToken = 'countersign:report';

export type Report = () => unknown;
