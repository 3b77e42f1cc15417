import { join } from 'node:path';
import type { Command } from 'commander';
import { dataFolder, prepareFolder } from '../instance/data-folder.js';
import { DEFAULT_KAFKA_PORT } from '../instance/ports.js';
import { Ending, untilAborted } from '../terminal/ending.js';
import type { Printer } from '../terminal/printer.js';
import { CommandRefused } from '../terminal/refusal.js';
import { readPort } from './arguments.js';

interface KafkaFlags {
  readonly data?: string;
  readonly port: number;
}

const HELP = `
One node of Apache Kafka (KRaft, broker and controller in one) that listens on 127.0.0.1 only, without Docker. It
needs Java 17 or later. The first start fetches Kafka through Maven, 54 MB, and keeps it in the cache folder; later
starts need neither Maven nor a network.

The data stays in the data folder, under kafka/. Topics are not made by using them: countersign topics apply.`;

export function addKafka(program: Command, printer: Printer): void {
  program
    .command('kafka')
    .description('start a real Kafka broker on this machine, until Ctrl-C')
    .option('--data <folder>', 'where its data is kept (default: .countersign in this folder)')
    .option(
      '--port <port>',
      "the broker's; the controller has the next; 0 takes free ones",
      readPort,
      DEFAULT_KAFKA_PORT,
    )
    .addHelpText('after', HELP)
    .action((flags: KafkaFlags) => kafka(flags, printer));
}

async function kafka(flags: KafkaFlags, { line }: Printer): Promise<void> {
  const { startLocalKafka } = await import('@countersign/messaging/kafka/local');
  const ending = new Ending();
  const folder = await dataFolder(flags.data);
  await prepareFolder(folder);
  const broker = await startLocalKafka({
    folder: join(folder, 'kafka'),
    port: flags.port,
    onFetch: () => line('Fetching Kafka through Maven, once …'),
    onDied: (reason) => ending.because(`Kafka ended by itself (${reason}).`),
  }).catch((error: unknown) => {
    // Ctrl-C reaches Maven too, and then it is not Maven's failure that counts.
    if (!ending.signal.aborted) throw error;
    return undefined;
  });
  if (broker === undefined) return line('Stopped before it was up. Nothing is left running.');
  if (!ending.signal.aborted) line(`Kafka is ready at ${broker.brokers.join(',')}. Ctrl-C stops it.`);
  await untilAborted(ending.signal);
  await broker.stop();
  if (ending.died !== undefined) throw new CommandRefused(ending.died);
  line('Stopped. What was published is kept.');
}
