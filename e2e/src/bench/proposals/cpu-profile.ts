/** What `node --cpu-prof` writes. Times are microseconds of the monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** Microseconds spent in each layer's own code between two instants of the process's clock. */
export function timeByLayer(
  profile: CpuProfile,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Map<string, number> {
  const layers = layersOf(profile.nodes);
  const times = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    if (at < fromUs || at > toUs) continue;
    const layer = layers.get(id) ?? '(unknown)';
    times.set(layer, (times.get(layer) ?? 0) + delta);
  }
  return times;
}

/** The layer of each node: its own, or for what belongs to the platform that of whoever called it. */
function layersOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const layers = new Map<number, string>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layerOf = (node: ProfileNode): string => {
    const known = layers.get(node.id);
    if (known !== undefined) return known;
    const parent = byId.get(parents.get(node.id) ?? -1);
    const above = parent === undefined ? root : layerOf(parent);
    // Sockets written to on behalf of the database client are the database client's.
    const layer =
      layerOfFrame(node.callFrame) ?? (isPlatform(above) ? platformOf(node.callFrame, above) : above);
    layers.set(node.id, layer);
    return layer;
  };
  for (const node of nodes) layerOf(node);
  return layers;
}

const root = 'node: the rest';
const isPlatform = (layer: string): boolean => layer.startsWith('node: ');

const platformOf = ({ url }: ProfileNode['callFrame'], above: string): string =>
  nodes.find(([name]) => name.test(url))?.[1] ?? above;

const packages: readonly (readonly [RegExp, string])[] = [
  [/^(pg|pg-.*|postgres-.*|pgpass)$/, 'pg, the database client'],
  [/^(@nestjs\/.*|rxjs|reflect-metadata)$/, 'NestJS'],
  [/^(fastify|@fastify\/.*|find-my-way|avvio|light-my-request|secure-json-parse|fast-.*)$/, 'Fastify'],
  [/^(class-validator|class-transformer|validator)$/, 'class-validator'],
  [/^@cedar-policy\//, 'Cedar'],
  [/^graphile-worker$/, 'graphile-worker'],
];

const nodes: readonly (readonly [RegExp, string])[] = [
  [/undici/, 'node: fetch'],
  [/crypto/, 'node: crypto'],
  [/_http_|http/, 'node: http server'],
  [/net|stream|dns/, 'node: sockets and streams'],
] as const;

/** Undefined for what belongs to the platform. */
function layerOfFrame({ functionName, url }: ProfileNode['callFrame']): string | undefined {
  if (functionName === '(root)') return root;
  if (url === '') return functionName.startsWith('(') ? functionName : undefined;
  if (url.startsWith('wasm:')) return 'Cedar';
  if (url.startsWith('node:')) return undefined;
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (installed !== undefined) return packages.find(([name]) => name.test(installed))?.[1] ?? installed;
  const [, ours, folder] = /\/((?:libs|apps)\/[^/]+)\/dist\/(?:([^/]+)\/)?/.exec(url) ?? [];
  if (ours === undefined) return 'the network port: fetch, for the two calls';
  return folder === undefined ? ours : `${ours}/${folder}`;
}
