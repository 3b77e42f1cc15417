import { services as definitions } from '@countersign/cli/composition';
import { CostMeter } from '../proposals/cost.js';
import type { OutsideWorld } from '../proposals/outside-world.js';
import { ProposalDriver } from '../proposals/proposal-driver.js';
import { ServicesUnderTest } from '../proposals/services-under-test.js';
import { uncounted } from '../proposals/uncounted.js';
import type { BenchDatabase, BenchServer } from '../server/bench-server.js';
import { fillStore } from '../server/fill-store.js';
import { countStatements } from '../server/statement-counts.js';

/** The services on a store that has finished so many proposals before. */
export class GrownSystem {
  readonly database: BenchDatabase;
  readonly services: ServicesUnderTest;
  readonly driver: ProposalDriver;
  readonly meter: CostMeter;

  private constructor(
    readonly proposals: number,
    parts: Pick<GrownSystem, 'database' | 'services' | 'driver' | 'meter'>,
  ) {
    this.database = parts.database;
    this.services = parts.services;
    this.driver = parts.driver;
    this.meter = parts.meter;
  }

  static async start(server: BenchServer, outside: OutsideWorld, proposals: number): Promise<GrownSystem> {
    const database = await server.database(`bench_growth_${proposals}`);
    await fillStore(database, proposals);
    await haveHeardAll(database);
    await countStatements(database);
    const services = await ServicesUnderTest.start(database, outside.urls);
    const token = await outside.signIn('ada');
    const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
    await driver.start();
    const meter = new CostMeter({ server, outside, services, database });
    return new GrownSystem(proposals, { database, services, driver, meter });
  }

  faults(outside: OutsideWorld): Promise<string[]> {
    const { database, services, driver } = this;
    return uncounted({ database, outside, services, driver });
  }

  async stop(): Promise<void> {
    await this.driver.stop();
    await this.services.stop();
    await this.database.drop();
  }
}

/** The services and their read models stand at the end of the record, as they would after all that work. */
async function haveHeardAll(database: BenchDatabase): Promise<void> {
  const end = `(select transaction_id, position from countersign.events
    order by transaction_id desc, position desc limit 1)`;
  for (const { service } of definitions) {
    await database.query(
      `insert into countersign.checkpoints (consumer, transaction_id, position) select $1, * from ${end} as head`,
      [service],
    );
  }
  for (const { name, revision } of definitions.flatMap((definition) => definition.readModels ?? [])) {
    await database.query(
      `insert into countersign.read_model_generations
         (name, generation, revision, status, transaction_id, position)
       select $1, 1, $2, 'live', * from ${end} as head`,
      [name, revision],
    );
  }
}
