/**
 * `build` writes the published contracts, `check` says whether they are what the classes say and break nothing that
 * was released, `release` keeps the current set as released under the version of the package.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { breakingChanges, sentenceOf } from './breaking-changes.js';
import { contractDocument } from './document.js';
import { drift, publishedFiles, write } from './published-files.js';
import { lastRelease, release } from './releases.js';

const library = resolve(import.meta.dirname, '../..');
const releasedFolder = join(library, 'released');
const publishedFolder = resolve(library, '../../docs/contracts');

const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string };
const released = lastRelease(releasedFolder);
const document = contractDocument(version, released?.components.schemas ?? {});
const files = publishedFiles(document);
const broken = released === undefined ? [] : breakingChanges(released, document).map(sentenceOf);
const since =
  released === undefined ? 'nothing released yet' : `nothing breaks release ${released.info.version}`;

function refuse(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
}

const commands: Readonly<Record<string, () => void>> = {
  build: () => {
    write(files, publishedFolder);
    console.log(`${files.size} files written to docs/contracts.`);
  },
  check: () => {
    const drifted = drift(files, publishedFolder).map(
      (what) => `docs/contracts/${what}: npm run contracts:build`,
    );
    const problems = [...broken, ...drifted];
    if (problems.length > 0) refuse(problems);
    else console.log(`${Object.keys(document.components.messages).length} messages as published, ${since}.`);
  },
  release: () => {
    const isTaken = released?.info.version === version;
    if (broken.length > 0) refuse(broken);
    else if (isTaken) refuse([`${version} is released already; give libs/contracts a new version.`]);
    else console.log(`Kept as ${release(releasedFolder, document).slice(library.length + 1)}.`);
  },
};

const command = commands[process.argv[2] ?? ''];
if (command === undefined) refuse([`One of: ${Object.keys(commands).join(', ')}`]);
else command();
