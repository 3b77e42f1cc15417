import { System, type SystemOptions } from '../harness/system.js';
import { type ChaosServers, openServers } from './own-servers.js';

/** Where faults strike. */
export interface Field {
  readonly system: System;
  readonly servers: ChaosServers;
  /** Fires when something of the run has failed, or somebody ends it: nothing more is to be waited for. */
  readonly signal: AbortSignal;
}

/**
 * The deployed shape for the time of the work: each service and the relay a process, a broker and a database of its
 * own, and a way of its own between any two. Leaves no process and no folder, whatever becomes of the work.
 */
export async function onField<Result>(
  options: Pick<SystemOptions, 'logs' | 'settings'> & { readonly interrupted?: AbortSignal | undefined },
  work: (field: Field) => Promise<Result>,
): Promise<Result> {
  let servers: ChaosServers | undefined;
  const { settings, interrupted, ...rest } = options;
  const system = await System.start({
    ...rest,
    separateProcesses: true,
    settings: { RATE_PER_CUSTOMER: '100000', RATE_PER_TENANT: '100000', ...settings },
    own: async (sandbox) => {
      servers = await openServers(sandbox);
      return servers;
    },
  }).catch(async (error: unknown) => {
    await servers?.bus.stop();
    await servers?.database.dispose();
    throw error;
  });
  const failed = new AbortController();
  const signal = interrupted === undefined ? failed.signal : AbortSignal.any([failed.signal, interrupted]);
  try {
    if (servers === undefined) throw new Error('The servers were not opened.');
    return await work({ system, servers, signal });
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    await system.stop();
  }
}
