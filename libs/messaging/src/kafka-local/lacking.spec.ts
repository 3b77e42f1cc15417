import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { kafkaJars } from './jars.js';
import { requireJava } from './java.js';

describe('a machine that lacks what Kafka needs is told in one sentence', () => {
  let folder: string;
  let tools: string;

  const program = (name: string, script: string) =>
    writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const fetched = () =>
    kafkaJars({ env: { PATH: `${tools}:/bin:/usr/bin` }, cacheFolder: join(folder, 'cache') });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-lacking-'));
    tools = join(folder, 'tools');
    await mkdir(tools);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('no Java', async () => {
    await expect(requireJava({ PATH: tools })).rejects.toMatchObject({
      code: 'java_missing',
      message: 'Kafka needs Java 17 or later; there is none here.',
    });
    await expect(requireJava({ PATH: tools, JAVA_HOME: '/nowhere' })).rejects.toMatchObject({
      message: 'Kafka needs Java 17 or later; JAVA_HOME (/nowhere) has no Java that runs.',
    });
  });

  test.each([
    ['1.8.0_432', false],
    ['11.0.25', false],
    ['17.0.15', true],
    ['25', true],
  ])('Java %s: enough is %s', async (version, enough) => {
    await program('java', `echo 'openjdk version "${version}" 2026-04-15' >&2`);
    const asked = requireJava({ PATH: tools });
    if (enough) await expect(asked).resolves.toBe('java');
    else await expect(asked).rejects.toThrow(`Kafka needs Java 17 or later; this is Java ${version}.`);
  });

  test('no Maven', async () => {
    await expect(
      kafkaJars({ env: { PATH: tools }, cacheFolder: join(folder, 'cache') }),
    ).rejects.toMatchObject({
      code: 'maven_missing',
      message:
        'Kafka is fetched through Maven once and kept; there is no Maven here (mvn) and nothing is kept yet.',
    });
  });

  test('no network: what Maven said, and nothing is left that looks like Kafka', async () => {
    await program('mvn', "echo '[ERROR] Could not transfer artifact: unknown host'; exit 1");
    await expect(fetched()).rejects.toMatchObject({
      code: 'kafka_not_fetched',
      message:
        'Kafka is not on this machine yet and Maven could not fetch it (is there a network?): Could not transfer artifact: unknown host',
    });
    expect(await readdir(join(folder, 'cache'))).toEqual([]);
  });

  test('fetched once: a second look calls no Maven', async () => {
    await program(
      'mvn',
      'for a in "$@"; do case $a in -DoutputDirectory=*) touch "$(echo $a | cut -d= -f2)/kafka_2.13.jar";; esac; done',
    );
    const place = await fetched();
    expect(await readdir(place)).toEqual(['kafka_2.13.jar']);
    await program('mvn', 'exit 1');
    expect(await fetched()).toBe(place);
  });
});
