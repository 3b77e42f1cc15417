import { type SourceTree, sources } from './source-tree.js';

/** A convention of docs/decisions and STYLE as a function: what is found wrong, a line each. */
export type Check = (tree: SourceTree) => string[];

const linesMax = 250;

export const filesAreShort: Check = (tree) =>
  sources(tree)
    .map(([path, text]) => [path, text.split('\n').length - 1] as const)
    .filter(([, lines]) => lines > linesMax)
    .map(([path, lines]) => `${path}: ${lines} lines, more than ${linesMax}`);

const suffixes = /\.(service|util|utils|helper|helpers|manager|types|constants|dto|interface)\.ts$/;
const folders = /\/(common|shared|core|utils|generic|helpers)\//;
const kebab =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(controller|module|spec|int\.spec|property\.spec|e2e\.spec|chaos\.spec))?\.ts$/;

export const filesAreWellNamed: Check = (tree) =>
  sources(tree).flatMap(([path]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'index.ts') return [`${path}: a library has one named entry, no index.ts`];
    if (suffixes.test(name)) return [`${path}: the suffix says nothing about how the file reads`];
    if (folders.test(path)) return [`${path}: a folder is a noun of the business or of the machine`];
    return kebab.test(name) ? [] : [`${path}: names are kebab-case words`];
  });

const waivers = new RegExp(
  [
    'biome-' + 'ignore',
    '@ts-' + '(ignore|expect-error|nocheck)',
    'eslint-' + 'disable',
    'TO' + 'DO\\b',
    'FIX' + 'ME\\b',
  ].join('|'),
);

export const nothingIsWaived: Check = (tree) =>
  sources(tree).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => (waivers.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );

const skipped = /\b(it|test|describe)\.(skip|only|todo)\b|\bx(it|test|describe)\(|\bf(it|describe)\(/;
const mocked = new RegExp('jest\\.' + 'mock\\(');
const slept = /\bsleep\(|await new Promise\(\(?\w*\)? ?=> ?setTimeout/;

/** The one place that leaves suites out, where there is no Kafka: it says so in the run's last lines, and fails in CI. */
const leavesOut = 'libs/messaging/src/kafka-local/describe-on-kafka.ts';

export const testsAreHonest: Check = (tree) =>
  sources(tree).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => {
      const place = `${path}:${at + 1}`;
      if (skipped.test(line) && path !== leavesOut) return [`${place}: a test is skipped or alone`];
      if (!path.endsWith('.spec.ts')) return [];
      if (mocked.test(line)) return [`${place}: doubles are written by hand`];
      return slept.test(line) ? [`${place}: a test waits for a condition, not for time`] : [];
    }),
  );

const startsNode = /\bfork\(|\bspawn\(\s*process\.execPath/;

/** `endingWithParent` is how: a killed command or test leaves nothing running. */
export const childrenEndWithTheirParent: Check = (tree) =>
  sources(tree)
    .filter(([, text]) => startsNode.test(text) && !text.includes('...endingWithParent'))
    .map(([path]) => `${path}: starts a program that would outlive it`);

export const entriesAreExplicit: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const starred = /^export \* from/m.test(text) ? [`${path}: exports are named`] : [];
    const entry = /^libs\/([^/]+)\/src\/([^/]+)\.ts$/.exec(path);
    const opens = entry === null || entry[1] !== entry[2] || /^\/\*\*\n( \*.*\n){2,12} \*\//.test(text);
    return opens
      ? starred
      : [...starred, `${path}: the entry opens with what it is for, what it refuses, its invariant`];
  });

/** `<do-this>-when-<that-happened>.ts` is a rule, and every rule is so named: the folder list tells the story. */
export const rulesAreNamedAsSentences: Check = (tree) =>
  sources(tree)
    .filter(([path]) => /^apps\/[^/]+\/src\/[^/]+\.ts$/.test(path) && !path.endsWith('.spec.ts'))
    .flatMap(([path, text]) => {
      const named = /-when-[a-z-]+\.ts$/.test(path);
      const rule = /@EventPattern\(/.test(text);
      if (rule && !named) return [`${path}: a rule is named <do-this>-when-<that-happened>`];
      return named && !rule ? [`${path}: is named like a rule and hears nothing`] : [];
    });
