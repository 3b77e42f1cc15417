let silenced = false;

/**
 * kafkajs 2.2 sets a timer with a negative delay where it has nothing to wait for, which is harmless; Node warns of
 * it once a process, on the terminal of whoever started it. Only that warning is dropped.
 */
export function silenceNegativeTimeouts(): void {
  if (silenced) return;
  silenced = true;
  const warn = process.emitWarning.bind(process) as (...words: unknown[]) => void;
  process.emitWarning = (...words: unknown[]) => {
    if (words[1] !== 'TimeoutNegativeWarning') warn(...words);
  };
}
