import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');
const copied = ['libs', 'apps', 'e2e', 'policies', 'tools'];
const files = ['package.json', 'jest.config.js', 'tsconfig.base.json', 'biome.json'];

export interface Ran {
  readonly code: number;
  readonly out: string;
}

/**
 * The repository as it is built, in a folder of its own, so that something can be added to it and nothing changes here.
 * Packages of others are linked; our own are the copies, or a capability added there would be found by nobody.
 */
export class WorkspaceCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'countersign-copy-'));

  constructor() {
    const isOurs = (path: string) => basename(path) !== 'node_modules';
    for (const folder of copied)
      cpSync(join(repository, folder), join(this.root, folder), {
        ...{ recursive: true, preserveTimestamps: true, filter: isOurs },
      });
    for (const file of files) cpSync(join(repository, file), join(this.root, file));
    this.#linkPackages();
  }

  #linkPackages(): void {
    const modules = join(repository, 'node_modules');
    mkdirSync(join(this.root, 'node_modules/@countersign'), { recursive: true });
    for (const name of readdirSync(modules))
      if (name !== '@countersign') symlinkSync(join(modules, name), join(this.root, 'node_modules', name));
    // Relative links: they lead to the copies.
    for (const name of readdirSync(join(modules, '@countersign'))) {
      const link = readlinkSync(join(modules, '@countersign', name));
      symlinkSync(link, join(this.root, 'node_modules/@countersign', name));
    }
    for (const place of ['libs', 'apps'])
      for (const name of readdirSync(join(repository, place)))
        if (readdirSync(join(repository, place, name)).includes('node_modules'))
          symlinkSync(
            join(repository, place, name, 'node_modules'),
            join(this.root, place, name, 'node_modules'),
          );
  }

  /** Runs a program of Node there, on the embedded default. */
  run(program: string, ...args: readonly string[]): Promise<Ran> {
    const { E2E_BUS: _bus, E2E_PROCESSES: _processes, ...env } = process.env;
    const options = { cwd: this.root, env, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((done) => {
      execFile(process.execPath, [join(this.root, program), ...args], options, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code ?? 1), out: `${stdout}\n${stderr}` }),
      );
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
