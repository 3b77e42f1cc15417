/**
 * The same scenarios run over either bus and in either shape, as the environment says: `E2E_BUS=kafka` for Kafka
 * between the services, `E2E_PROCESSES=separate` for a process each (`npm run e2e:kafka` says both).
 */
export const busOfRun = (): 'postgres' | 'kafka' =>
  process.env['E2E_BUS'] === 'kafka' ? 'kafka' : 'postgres';

export const separateInRun = (): boolean => process.env['E2E_PROCESSES'] === 'separate';

let shared = false;

/** From now on in this file whoever starts a system like every other is given the same one. */
export const shareOneSystem = (): void => {
  shared = true;
};

export const sharesOneSystem = (): boolean => shared;
