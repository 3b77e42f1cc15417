import { describe, expect, it } from '@jest/globals';
import { authorsAreGrants, everyEventHasASample } from './authority.js';
import {
  type Check,
  childrenEndWithTheirParent,
  entriesAreExplicit,
  filesAreShort,
  filesAreWellNamed,
  nothingIsWaived,
  rulesAreNamedAsSentences,
  testsAreHonest,
} from './checks.js';
import { composeRunsEveryService, composeSecretsHaveNoDefaults } from './compose.js';
import { noFileIsDead } from './dead-files.js';
import { noExportIsIdle } from './idle-exports.js';
import { linksLeadSomewhere } from './links.js';
import { readRepository, type SourceTree } from './source-tree.js';
import { topicsAreDeployed } from './topics.js';

const tree = readRepository();
const bad = (path: string, text: string): SourceTree => new Map([[path, text]]);

const deployedTopics = tree.get('deploy/kafka/topics.yaml') ?? '';
const topicsFile = (text: string) => bad('deploy/kafka/topics.yaml', text);

const checks: readonly (readonly [string, Check, SourceTree])[] = [
  ['files are short', filesAreShort, bad('libs/domain/src/long.ts', 'x;\n'.repeat(251))],
  ['files have names that say something', filesAreWellNamed, bad('libs/domain/src/money.service.ts', '')],
  ['folders are nouns', filesAreWellNamed, bad('libs/domain/src/utils/money.ts', '')],
  ['nothing is waived', nothingIsWaived, bad('libs/domain/src/money.ts', `// ${'TO'}DO later`)],
  [
    'no test is skipped',
    testsAreHonest,
    bad('libs/domain/src/money.spec.ts', `it.${'skip'}('x', () => {});`),
  ],
  [
    'no test is skipped by what it is written with',
    testsAreHonest,
    bad('e2e/src/harness/on-rainy-days.ts', `describe.${'skip'}(name, suite);`),
  ],
  ['no test sleeps', testsAreHonest, bad('libs/domain/src/money.spec.ts', `await ${'sleep'}(5);`)],
  [
    'what a program starts ends with it',
    childrenEndWithTheirParent,
    bad('apps/cli/src/start.ts', `spawn${'('}process.execPath, [file]);`),
  ],
  [
    'entries say what they are for',
    entriesAreExplicit,
    bad('libs/domain/src/domain.ts', 'export const x = 1;'),
  ],
  [
    'entries name what they export',
    entriesAreExplicit,
    bad('libs/domain/src/money.ts', `export ${'*'} from './x.js';`),
  ],
  [
    'rules are named as sentences',
    rulesAreNamedAsSentences,
    bad('apps/executor/src/execute.ts', `@${'EventPattern'}('X')`),
  ],
  [
    'what is named like a rule hears something',
    rulesAreNamedAsSentences,
    bad('apps/executor/src/execute-when-approved.ts', ''),
  ],
  ['what a page links to is there', linksLeadSomewhere, bad('README.md', '[gone](docs/gone.md)')],
  ['no file is dead', noFileIsDead, bad('libs/domain/src/forgotten.ts', '')],
  [
    'no value is exported for nobody',
    noExportIsIdle,
    new Map([
      ['libs/domain/src/rounding.ts', 'export function half() {}\nexport function up() {}'],
      ['libs/domain/src/money.ts', "import { half } from './rounding.js';"],
    ]),
  ],
  [
    'who may append what is a grant in the database',
    authorsAreGrants,
    bad('libs/event-store/src/sql/0002-authority.sql', ''),
  ],
  ['every event type has a sample', everyEventHasASample, new Map()],
  [
    'secrets of containers have no defaults',
    composeSecretsHaveNoDefaults,
    new Map([
      ['docker-compose.yml', `PASSWORD: $${'{'}DB_PASSWORD:-postgres}`],
      ['.env.example', 'DB_PASSWORD=\n'],
    ]),
  ],
  [
    'secrets of containers are named in the example, without a value',
    composeSecretsHaveNoDefaults,
    new Map([
      ['docker-compose.yml', `PASSWORD: $${'{'}DB_PASSWORD:?}`],
      ['.env.example', 'DB_PASSWORD=postgres\n'],
    ]),
  ],
  [
    'every service is a container under its own role',
    composeRunsEveryService,
    bad(
      'docker-compose.yml',
      (tree.get('docker-compose.yml') ?? '').replace('countersign_executor:', 'countersign_owner:'),
    ),
  ],
  [
    'every topic is deployed',
    topicsAreDeployed,
    topicsFile(deployedTopics.slice(0, deployedTopics.lastIndexOf('  - name:'))),
  ],
  [
    'no other topic is deployed',
    topicsAreDeployed,
    topicsFile(
      deployedTopics +
        deployedTopics.slice(deployedTopics.lastIndexOf('  - name:')).replace('dead-letters', 'old-letters'),
    ),
  ],
];

describe('the repository keeps its own conventions', () => {
  it.each(checks)('%s', (_, check) => {
    expect(check(tree)).toEqual([]);
  });

  it.each(checks)('and a bad example is found: %s', (_, check, example) => {
    expect(check(example)).not.toEqual([]);
  });
});
