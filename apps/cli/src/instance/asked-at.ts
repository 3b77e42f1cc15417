import { OutsideWorld } from '../demo/outside-world.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { dataFolder } from './data-folder.js';
import { type RunningInstance, runningOn } from './running-file.js';

/** Where a command asks, and as whom. */
export interface AskedAt {
  readonly url: string;
  readonly token: string;
}

export interface Asker {
  readonly url: string | undefined;
  readonly data: string | undefined;
  /** Who signs in at the sandbox, where no token is given. */
  readonly as: string;
  /** What of COUNTERSIGN_TOKEN, as in `an operator`. */
  readonly role: string;
}

/**
 * A service of an installation elsewhere, as whoever COUNTERSIGN_TOKEN says; without `url` that of the instance on
 * the data folder, where its sandbox signs people in. @throws CommandRefused with one sentence.
 */
export async function askedAt(
  service: keyof RunningInstance['services'],
  { url, data, as, role }: Asker,
): Promise<AskedAt> {
  const given = process.env['COUNTERSIGN_TOKEN'] || undefined;
  if (url !== undefined) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw new CommandRefused(
        `--url ${visible(url)} is not an address such as https://countersign.example.com.`,
      );
    }
    if (given === undefined)
      throw new CommandRefused(`Who asks? Set COUNTERSIGN_TOKEN to the access token of ${role}.`);
    return { url: url.replace(/\/+$/, ''), token: given };
  }
  const running = await requireRunning(data);
  return {
    url: running.services[service],
    token: given ?? (await new OutsideWorld(running.outside).tokenOf(as)),
  };
}

/** @throws CommandRefused that says how to start what is asked. */
async function requireRunning(data: string | undefined): Promise<RunningInstance> {
  const folder = await dataFolder(data);
  const running = await runningOn(folder);
  if (running !== undefined) return running;
  const start = data === undefined ? 'npm start' : `npm start -- --data ${data}`;
  throw new CommandRefused(`Nothing runs on ${folder}; start it with ${start}, or say where with --url.`);
}
