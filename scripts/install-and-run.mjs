// Installs what a root script needs with the pinned pnpm, and runs the script. Plain JavaScript without dependencies, because a
// fresh clone has only Node and npm.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

const root = new URL('..', import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const [script, ...scriptArguments] = process.argv.slice(2);

const allButRuntimes = ['--filter', '!@escrow-kit/runtimes'];

/** The pnpm filters for installing what a script needs. Default: everything. */
const filters = {
  demo: ['--prod', '--filter-prod', '@escrow-kit/demo...'],
  check: allButRuntimes,
  'shop:installed': allButRuntimes,
  'site:installed': allButRuntimes,
};

// `--prod` removes packages that it does not install, so it is only for a fresh clone.
const hasTools = existsSync(new URL('node_modules/turbo', root));
const install = script === 'demo' && hasTools ? allButRuntimes : (filters[script] ?? []);

// The packages run on the workspace's Node. Results may still depend on the user's Node, so its version is part of turbo's cache
// key. Once the workspace's Node is installed, npm runs this script on it; npm itself still runs on the user's.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: read before turbo starts, and passed to it as ESCROW_OUTER_NODE
const outerNode = process.env.npm_node_execpath ?? process.execPath;
const outerNodeVersion = execFileSync(outerNode, ['--version'], { encoding: 'utf8' }).trim();

async function pnpm(...args) {
  const code = await runCommand('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    env: { ...process.env, ESCROW_OUTER_NODE: outerNodeVersion },
  });
  if (code !== 0) process.exit(code);
}

process.stdout.write(`Installing with ${packageManager}; the first time takes a minute.\n`);
await pnpm('install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn', ...install);
await pnpm('run', script, ...scriptArguments);
