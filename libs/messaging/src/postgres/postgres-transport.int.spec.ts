import { postgresWorld } from '../testing/postgres-world.js';
import { describeTransport } from '../testing/transport-contract.js';

describeTransport('the transport over PostgreSQL', postgresWorld);
