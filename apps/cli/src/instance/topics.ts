import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TopicPlan } from '@countersign/messaging/kafka/admin';
import { CommandRefused } from '../terminal/refusal.js';

/** The topics as they should be. */
export const TOPICS_FILE = fileURLToPath(new URL('../../../../deploy/kafka/topics.yaml', import.meta.url));

/** @throws CommandRefused for a file that cannot be read or used. */
export async function topicsIn(file: string): Promise<readonly TopicPlan[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandRefused(`The topics in ${file} cannot be read (${cause.code}).`, { cause });
  });
  const { parseTopics } = await import('@countersign/messaging/kafka/admin');
  try {
    return parseTopics(text);
  } catch (cause) {
    throw new CommandRefused(`The topics in ${file} are not usable. ${(cause as Error).message}`, { cause });
  }
}
