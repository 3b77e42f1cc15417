import { kafkaJars } from './jars.js';
import { requireJava } from './java.js';
import { lacking } from './local-kafka-error.js';
import { noteLack } from './test-kafka.js';

/**
 * A suite that needs the real broker: `await describeOnKafka('…', () => { … })`. Where Kafka cannot run, the suite
 * is skipped and the run ends with one line that says what and why; with CI=true it fails.
 */
export async function describeOnKafka(name: string, suite: () => void): Promise<void> {
  // Here and not above: the run's set-up reads this entry too, outside of any test.
  const { describe } = await import('@jest/globals');
  if (await canRunOnKafka(name, suite)) describe(name, suite);
}

/**
 * The same for a file whose suites stand elsewhere: false where Kafka cannot run, with something in their place that
 * is skipped, or under CI fails.
 */
export async function canRunOnKafka(name: string, inPlace?: () => void): Promise<boolean> {
  const { beforeAll, describe, test } = await import('@jest/globals');
  const lack = await whatIsLacking();
  if (lack === undefined) return true;
  const nothing = () => test('runs on Kafka', () => undefined);
  if (process.env['CI'] === 'true') {
    describe(name, () => {
      beforeAll(() => {
        throw new Error(`Under CI this suite must run: ${lack}`);
      });
      nothing();
    });
    return false;
  }
  await noteLack(name, lack);
  describe.skip(name, inPlace ?? nothing);
  return false;
}

/** One sentence, or undefined when a broker can be started. Any other failure is the suite's own to meet. */
async function whatIsLacking(): Promise<string | undefined> {
  try {
    await requireJava(process.env);
    await kafkaJars({ env: process.env });
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (lacking.some((known) => known === code)) return message;
    throw error;
  }
}
