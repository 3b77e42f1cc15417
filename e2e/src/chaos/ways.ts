import { type Program, programs, type World } from '@countersign/cli/composition';
import { openProxy, type TcpProxy } from '@countersign/testing/proxy';

/** What a program talks to. Services do not talk to each other: between them are the database and the broker. */
export type Beyond = 'database' | 'broker' | 'target';

type TargetSystem = keyof World['outside'];
const targetSystems: readonly TargetSystem[] = ['identity', 'orders', 'documents', 'payments'];

/** Each program's own way to everything it talks to, so that any pair can be parted and no other. */
export interface Ways {
  /** A URL of the database, the way this program goes. */
  databaseUrl(program: Program, url: string): string;
  /** `host:port` of the broker, the way this program goes. */
  brokerOf(program: Program): string;
  /** The world as this program reaches it. */
  worldOf(program: Program, world: World): World;
  /** All that there is between the two: one way, or one to each system of the target. */
  between(program: Program, beyond: Beyond): readonly TcpProxy[];
  close(): Promise<void>;
}

export interface Ends {
  readonly databasePort: number;
  /** The broker's port for each program alone, and the one that is said there: that of the way to it. */
  readonly brokerWays: ReadonlyMap<Program, TcpProxy>;
  readonly outside: World['outside'];
}

export async function openWays({ databasePort, brokerWays, outside }: Ends): Promise<Ways> {
  const databases = new Map<Program, TcpProxy>();
  const targets = new Map<Program, ReadonlyMap<TargetSystem, TcpProxy>>();
  for (const program of programs) {
    databases.set(program, await wayTo(databasePort));
    if (program === 'relay') continue;
    const ways = new Map<TargetSystem, TcpProxy>();
    for (const system of targetSystems) ways.set(system, await wayTo(Number(new URL(outside[system]).port)));
    targets.set(program, ways);
  }
  const between = (program: Program, beyond: Beyond): readonly TcpProxy[] => {
    if (beyond === 'target') return [...(targets.get(program)?.values() ?? [])];
    const way = (beyond === 'database' ? databases : brokerWays).get(program);
    return way === undefined ? [] : [way];
  };
  const portOf = (program: Program, beyond: Beyond) => between(program, beyond)[0]?.port ?? 0;
  return {
    between,
    databaseUrl: (program, url) => databases.get(program)?.through(url) ?? url,
    brokerOf: (program) => `127.0.0.1:${portOf(program, 'broker')}`,
    worldOf: (program, world) => {
      const through = [...(targets.get(program) ?? [])].map(([system, way]) => [
        system,
        way.through(world.outside[system]).replace(/\/$/, ''),
      ]);
      return { ...world, outside: { ...world.outside, ...Object.fromEntries(through) } };
    },
    close: async () => {
      const all = programs.flatMap((program) => [
        ...between(program, 'database'),
        ...between(program, 'broker'),
        ...between(program, 'target'),
      ]);
      await Promise.all(all.map((way) => way.close()));
    },
  };
}

export const wayTo = (port: number): Promise<TcpProxy> => openProxy({ target: { host: '127.0.0.1', port } });
