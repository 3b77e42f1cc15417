type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What of the caller's environment chooses a planner: `PLANNER` and `MODEL_…`, `CAPABILITIES` and `PLAN_AGAIN_…`, and
 * nothing else. The price table that is shipped is used unless another is named.
 */
export function plannerSettings(env: Environment, pricesFile: string): Readonly<Record<string, string>> {
  const chosen = Object.entries(env).flatMap(([key, value]) =>
    value !== undefined && /^(?:PLANNER$|MODEL_|CAPABILITIES$|PLAN_AGAIN_)/.test(key)
      ? [[key, value] as const]
      : [],
  );
  return { MODEL_PRICES_FILE: pricesFile, ...Object.fromEntries(chosen) };
}
