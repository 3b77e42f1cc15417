import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.js';
import type { Handle, Scheduler } from './scheduler.js';

const nodeCrypto = createRequire(import.meta.url)('node:crypto') as Record<string, unknown>;
const subtleMethods = ['importKey', 'exportKey', 'sign', 'verify', 'digest'] as const;

/** What the machine gives to everybody, given by the simulation; returns the way back. */
export function virtualGlobals(scheduler: Scheduler, chance: Chance): () => void {
  const undo: (() => void)[] = [];
  const replace = (target: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    undo.push(() => {
      if (before === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, before);
    });
  };
  const startMs = scheduler.nowMs;
  replace(globalThis, 'Date', dateOf(scheduler));
  replace(performance, 'now', () => scheduler.nowMs - startMs);
  replace(Math, 'random', () => chance.fraction());
  replace(globalThis.crypto, 'randomUUID', () => chance.uuid());
  replaceTimers(scheduler, replace);
  replace(AbortSignal, 'timeout', (ms: number) => timeoutSignal(scheduler, ms));
  const subtle = Object.getPrototypeOf(globalThis.crypto.subtle) as Record<string, unknown>;
  for (const name of subtleMethods) {
    const real = subtle[name] as (...given: unknown[]) => Promise<unknown>;
    replace(subtle, name, function (this: unknown, ...given: unknown[]) {
      return scheduler.elsewhere(real.apply(this, given));
    });
  }
  replace(nodeCrypto, 'randomUUID', () => chance.uuid());
  syncBuiltinESMExports();
  return () => {
    for (const step of undo.reverse()) step();
    syncBuiltinESMExports();
  };
}

type Replace = (target: object, name: string, value: unknown) => void;

/** A timer of a library belongs to whoever's step it was set in, and dies with it. */
function replaceTimers(scheduler: Scheduler, replace: Replace): void {
  type Callback = (...given: unknown[]) => void;
  const set =
    (repeats: boolean) =>
    (callback: Callback, ms?: number, ...given: unknown[]) => {
      const owner = scheduler.current;
      let handle: Handle;
      const again = () => {
        handle = scheduler.after(owner, Math.max(1, ms ?? 0), 'timer of a library', () => {
          if (repeats) again();
          callback(...given);
        });
      };
      again();
      const timer = {
        ref: () => timer,
        unref: () => timer,
        hasRef: () => true,
        close: () => handle.cancel(),
      };
      return timer;
    };
  const clear = (timer: { close?: () => void } | undefined) => timer?.close?.();
  replace(globalThis, 'setTimeout', set(false));
  replace(globalThis, 'setInterval', set(true));
  replace(globalThis, 'clearTimeout', clear);
  replace(globalThis, 'clearInterval', clear);
}

function dateOf(scheduler: Scheduler): DateConstructor {
  const Real = globalThis.Date;
  class SimulatedDate extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(scheduler.nowMs);
      else super(...(given as [number]));
    }

    static override now(): number {
      return scheduler.nowMs;
    }
  }
  return SimulatedDate as unknown as DateConstructor;
}

function timeoutSignal(scheduler: Scheduler, ms: number): AbortSignal {
  const controller = new AbortController();
  scheduler.after(scheduler.current, ms, 'time-out of a request', () => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  });
  return controller.signal;
}
