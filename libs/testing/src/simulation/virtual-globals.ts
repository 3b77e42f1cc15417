import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.js';
import type { Handle, Scheduler } from './scheduler.js';

const require = createRequire(import.meta.url);
const nodeCrypto = require('node:crypto') as Record<string, unknown>;
const files = require('node:fs/promises') as Record<string, unknown>;
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
      const begin = () => real.apply(this, given);
      const known = name === 'importKey' || name === 'verify' ? answerOnce(name, given, begin) : undefined;
      return scheduler.fromThread(known ?? begin());
    });
  }
  for (const name of ['readFile', 'readdir']) replace(files, name, readOnce(name));
  replace(nodeCrypto, 'randomUUID', () => chance.uuid());
  syncBuiltinESMExports();
  return () => {
    for (const step of undo.reverse()) step();
    syncBuiltinESMExports();
  };
}

const answers = new Map<string, Promise<unknown>>();
const keyNames = new WeakMap<object, string>();

/**
 * The same key imported, or the same signature checked, is answered as it was the first time in this process: a run
 * shows the same few tokens again and again, and each check would cross to a thread and back.
 */
function answerOnce(
  name: 'importKey' | 'verify',
  given: readonly unknown[],
  begin: () => Promise<unknown>,
): Promise<unknown> | undefined {
  const [algorithm, key, ...rest] =
    name === 'verify' ? given : [given[2], undefined, given[0], given[1], given[3]];
  const keyName = name === 'verify' ? keyNames.get(key as object) : '';
  if (keyName === undefined) return undefined;
  const text = (part: unknown) =>
    part instanceof Uint8Array ? Buffer.from(part).toString('base64') : JSON.stringify(part);
  const asked = [name, keyName, JSON.stringify(algorithm), ...rest.map(text)].join(' ');
  const known = answers.get(asked) ?? begin();
  answers.set(asked, known);
  return known.then((answer) => {
    if (name === 'importKey') keyNames.set(answer as object, asked);
    return answer;
  });
}

/** Every process that is born reads its policies, and nobody changes them during a simulation. */
function readOnce(name: string): (...given: readonly unknown[]) => Promise<unknown> {
  const read = files[name] as (...given: readonly unknown[]) => Promise<unknown>;
  return (...given) => {
    const asked = JSON.stringify([name, ...given]);
    const known = filesRead.get(asked) ?? read(...given);
    filesRead.set(asked, known);
    return known;
  };
}

const filesRead = new Map<string, Promise<unknown>>();

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

const timeouts = new WeakMap<AbortSignal, Handle>();

/** The request that this signal was for has been answered. */
export function endTimeout(signal: AbortSignal | null | undefined): void {
  if (signal) timeouts.get(signal)?.cancel();
}

function timeoutSignal(scheduler: Scheduler, ms: number): AbortSignal {
  const controller = new AbortController();
  const handle = scheduler.after(scheduler.current, ms, 'time-out of a request', () => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  });
  timeouts.set(controller.signal, handle);
  return controller.signal;
}
