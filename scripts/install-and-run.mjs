// Installs the workspace with the pinned pnpm and runs one of its scripts.
// It is plain JavaScript without dependencies because on a fresh clone nothing is installed yet: only Node and npm.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

function pnpm(...args) {
  const { status, error } = spawnSync('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

process.stdout.write(`Installing with ${packageManager}; the first time takes a minute.\n`);
pnpm('install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn');
pnpm('run', ...process.argv.slice(2));
