import type { Fault } from './fault.js';

/**
 * The faults waiting on one server. In memory: a restarted sandbox works properly until told otherwise.
 * The oldest fault that fits a call hits it, and only that one.
 */
export interface FaultBox {
  add(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** Takes the fault that hits this call, using up one of its times. */
  take(called: { method: string; path: string; template: string | undefined }): Fault | undefined;
}

export function createFaultBox(): FaultBox {
  let waiting: Fault[] = [];
  return {
    add: (fault) => {
      waiting.push({ ...fault });
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear: () => {
      waiting = [];
    },
    take({ method, path, template }) {
      const names = ['*', `${method} ${path}`, `${method} ${template}`];
      const hit = waiting.find((fault) => fault.kind !== 'down' && names.includes(fault.route));
      if (hit === undefined) return undefined;
      if (hit.times !== null) hit.times -= 1;
      if (hit.times === 0) waiting = waiting.filter((fault) => fault !== hit);
      return { ...hit };
    },
  };
}
