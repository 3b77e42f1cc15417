import type { PlannerFailure, PlannerFailureClass, PlannerVersions, Usage } from '../port/step.js';

/** The provider gave no step, and why. */
export class ModelFailure extends Error implements PlannerFailure {
  override readonly name = 'ModelFailure';
  readonly code = 'planner_failed';
  readonly retryAfterMs?: number;

  constructor(
    readonly failed: { readonly class: PlannerFailureClass; readonly retryAfterMs?: number },
    readonly usage: Usage,
    readonly versions: PlannerVersions,
  ) {
    super(`The model gave no step: ${failed.class}.`);
    if (failed.retryAfterMs !== undefined) this.retryAfterMs = failed.retryAfterMs;
  }

  get class(): PlannerFailureClass {
    return this.failed.class;
  }
}

interface CallError {
  readonly name?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * What kind of trouble an error of a call is. Nobody else's words are kept: a provider's message may quote the
 * prompt. `nowMs` is for a `Retry-After` that names a date.
 */
export function classOf(error: unknown, nowMs: number): ModelFailure['failed'] {
  const { statusCode, responseHeaders } = (error ?? {}) as CallError;
  if (statusCode === undefined) return { class: 'unavailable' };
  const retryAfterMs = retryAfter(responseHeaders?.['retry-after'], nowMs);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (statusCode === 429) return { class: 'rate_limited', ...wait };
  if (statusCode === 401 || statusCode === 403) return { class: 'not_authorized' };
  if (statusCode === 408 || statusCode >= 500) return { class: 'unavailable', ...wait };
  // Cut off after a good status, the body is no answer; any other status says no, and says it again.
  return statusCode < 300 ? { class: 'cut_off' } : { class: 'refused' };
}

function retryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}
