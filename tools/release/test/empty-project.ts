import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalRegistry } from './local-registry.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';

/** A user's project, outside the workspace. */
export interface EmptyProject {
  folder: string;
  write(file: string, text: string): void;
  /** Runs a script of the project, and returns its output. Rejects if the script fails. */
  runScript(file: string, text: string): Promise<string>;
}

/**
 * Installs packages with npm in an empty project. Only our scope comes from the local registry; everything else comes from this
 * machine's usual registry.
 */
export async function installInEmptyProject(
  packages: string[],
  registry: LocalRegistry,
  folder: string,
): Promise<EmptyProject> {
  mkdirSync(folder);
  write('package.json', JSON.stringify({ name: 'empty-project', private: true, type: 'module' }));
  write('.npmrc', `@escrow-kit:registry=${registry.url}\n`);
  const env = { ...outsideEnvironment(), npm_config_cache: join(folder, 'npm-cache') };
  await runCommand('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, env });
  return {
    folder,
    write,
    runScript(file, text) {
      write(file, text);
      return runCommand('node', [file], { cwd: folder, env });
    },
  };

  function write(file: string, text: string): void {
    writeFileSync(join(folder, file), text);
  }
}
