import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from './change.ts';
import { applyEdit, type Edit } from './edit.ts';
import { isChangeset, repositoryFolder } from './page.ts';

const execute = promisify(execFile);

/** An installed clone of this repository's last commit, for one trial after another. */
export interface TrialClone {
  /** Takes every change back. What git ignores stays. */
  reset(): Promise<void>;
  /** Writes the edits, and formats them as a commit does. */
  edit(edits: readonly Edit[]): Promise<void>;
  /** Runs a command. Rejects with its output if it fails. */
  run(command: Command): Promise<void>;
  /** The files that are new or different besides the changeset, sorted, each with its present text; undefined if it is gone. */
  changedFiles(): Promise<Map<string, string | undefined>>;
}

/** Clones the repository into a folder, which has to be empty, and installs what the trials need. */
export async function createTrialClone(folder: string): Promise<TrialClone> {
  await execute('git', ['clone', '--quiet', repositoryFolder, folder]);
  const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const pnpm = (cwd: string, ...args: string[]) =>
    execute('npx', ['--yes', packageManager, ...args], { cwd, env: outsideEnvironment(), maxBuffer: 2 ** 28 });
  const git = async (...args: string[]) => (await execute('git', args, { cwd: folder })).stdout;
  const install = ['install', '--frozen-lockfile'];
  // The store of this machine has everything, unless somebody has emptied it.
  await pnpm(folder, ...install, '--offline').catch(() => pnpm(folder, ...install));
  const run = async ({ folder: workspace, line }: Command) => {
    await pnpm(join(folder, workspace), 'exec', ...line).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${line.join(' ')} failed in ${workspace}:\n${error.stdout}${error.stderr}`, { cause: error });
    });
  };
  return {
    async reset() {
      await git('reset', '--quiet', '--hard');
      await git('clean', '--quiet', '--force', '-d');
    },
    async edit(edits) {
      for (const edit of edits) applyEdit(folder, edit);
      await run({
        folder: '.',
        line: ['biome', 'check', '--write', '--error-on-warnings', ...edits.map(({ path }) => path)],
      });
    },
    run,
    async changedFiles() {
      const status = await git('status', '--porcelain', '--untracked-files=all', '--no-renames', '-z');
      const paths = status
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.slice(3))
        .filter((path) => !isChangeset(path));
      return new Map(paths.sort().map((path) => [path, readIfThere(join(folder, path))]));
    },
  };
}

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Without what this run of vitest, pnpm and turbo set for their own programs. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const inside =
    /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_node_execpath$|NODE$|NODE_ENV$|NODE_OPTIONS$|PNPM_|INIT_CWD$|TURBO_|VITE|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|ESCROW_)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inside.test(name)));
}
