import { services } from '@countersign/cli/composition';
import { topics } from '@countersign/contracts';
import type { ServiceReadiness } from '@countersign/messaging';
import { behindOf } from '@countersign/messaging/kafka';
import { putAgain } from '@countersign/messaging/kafka/testing';
import { waitFor } from '@countersign/testing';
import { asSuperuser } from './superuser.js';
import type { System } from './system.js';

const withinMs = 60_000;

/**
 * Every service hears everything so far once more, in the middle of what is new. Answers how many deliveries that
 * were for the coordinator. Where services hear from the database, `forgetAll` comes first.
 */
export async function hearAllAgain(system: System): Promise<number> {
  const { choice } = system.bus;
  if (choice.kind === 'kafka') {
    let put = 0;
    for (const topic of [topics.cases, topics.proposals]) put += await putAgain({ ...choice, topic });
    await everythingIsHeard(system);
    return put;
  }
  const before = await handledByCoordinator(system);
  await newSessions(system);
  await everythingIsHeard(system);
  return (await handledByCoordinator(system)) - before;
}

/** From now on no consumer of the database remembers how far it came: a new session hears from the beginning. */
export async function forgetAll(system: System): Promise<void> {
  if (system.bus.choice.kind === 'kafka') return;
  await asSuperuser(system, async (admin) => {
    await admin.query('revoke insert, update on countersign.checkpoints from countersign_reader');
    await admin.query('delete from countersign.checkpoints');
  });
}

export async function rememberAgain(system: System): Promise<void> {
  if (system.bus.choice.kind === 'kafka') return;
  await asSuperuser(system, (admin) =>
    admin.query('grant insert, update on countersign.checkpoints to countersign_reader'),
  );
}

/** Every service has handled whatever is recorded at this moment. */
export async function everythingIsHeard(system: System): Promise<void> {
  const { choice } = system.bus;
  const heard =
    choice.kind === 'kafka'
      ? async () => {
          const behind = await Promise.all(services.map(({ service }) => behindOf(choice, service)));
          return behind.every((messages) => messages === 0);
        }
      : async () => {
          const { services: all } = await system.host.ready();
          return all.length === services.length && all.every(hasHeardAll);
        };
  await waitFor('every service to have heard everything', async () => (await heard()) || undefined, {
    withinMs,
  });
}

const hasHeardAll = ({ status, lag }: ServiceReadiness) => status === 'hearing' && lag === 0;

async function handledByCoordinator({ host }: System): Promise<number> {
  const { services: all } = await host.ready();
  return all.find(({ service }) => service === 'coordinator')?.counts.handled ?? 0;
}

/** Ends the sessions that hear, as lost connections would; the next ones begin at the beginning. */
async function newSessions(system: System): Promise<void> {
  const before = await waitFor('somebody to hear', async () => {
    const pids = await lockHolders(system);
    return pids.length > 0 ? pids : undefined;
  });
  await asSuperuser(system, (admin) =>
    admin.query('select pg_terminate_backend(unnest($1::int[]))', [before]),
  );
  await waitFor('other sessions to hear', async () => {
    const now = await lockHolders(system);
    return now.length >= before.length && now.every((pid) => !before.includes(pid)) ? true : undefined;
  });
}

async function lockHolders(system: System): Promise<number[]> {
  const rows = await asSuperuser(system, (admin) =>
    admin.query<{ pid: number }>(
      `select distinct pid from pg_stat_activity join pg_locks using (pid)
       where datname = $1 and application_name = 'countersign locks' and locktype = 'advisory'`,
      [system.database.name],
    ),
  );
  return rows.rows.map((row) => row.pid);
}
