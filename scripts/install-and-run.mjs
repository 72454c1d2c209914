// Installs what a command of pnpm needs, with the pinned pnpm, and runs the command. Plain JavaScript without dependencies, because a
// fresh clone has only Node and npm.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// Users of npm write `--` before their options; the commands would take what follows for operands.
const command = process.argv.slice(2).filter((argument) => argument !== '--');

// `npm start` needs little: on a Node that runs the sandbox, not even the package `node`, which is optional for the shop. `--prod`
// removes packages that it does not install, so it is only for a fresh clone.
const isFirst = !existsSync(new URL('node_modules/turbo', root));
const isMainJobAlone = isFirst && command.includes('main-job');
const hasOwnNode = isMainJobAlone && runsSandbox(process.versions.node);
const install = [
  ...(isMainJobAlone ? ['--prod', '--filter-prod', '@escrow-kit/shop...'] : []),
  ...(hasOwnNode ? ['--no-optional'] : []),
];

function runsSandbox(version) {
  const { engines } = JSON.parse(readFileSync(new URL('apps/sandbox/package.json', root), 'utf8'));
  const [major, minor] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = engines.node.replace('>=', '').split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

// The packages run on the workspace's Node. Results may still depend on the user's Node, so its version is part of turbo's cache
// key. Once the workspace's Node is installed, npm runs this script on it; npm itself still runs on the user's.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: read before turbo starts, and passed to it as ESCROW_OUTER_NODE
const outerNode = process.env.npm_node_execpath ?? process.execPath;
const outerNodeVersion = execFileSync(outerNode, ['--version'], { encoding: 'utf8' }).trim();

// A run starts hundreds of Node processes, which share compiled code. Node only ever adds to it.
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', root));
const compiledIsKeptInMs = 7 * 24 * 60 * 60 * 1000;
const compiledSince = statSync(compiled, { throwIfNoEntry: false })?.birthtimeMs ?? Number.POSITIVE_INFINITY;
if (compiledSince < Date.now() - compiledIsKeptInMs) rmSync(compiled, { recursive: true, force: true });

// Ctrl-C reaches the command too, which may need time to end.
const endLimitInMs = 3_000;
process.once('SIGINT', () => setTimeout(() => process.exit(130), endLimitInMs));

async function pnpm(args, { stdout = 'inherit' } = {}) {
  const child = spawn('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    stdio: ['inherit', stdout, 'inherit'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ESCROW_OUTER_NODE: outerNodeVersion,
      NODE_COMPILE_CACHE: compiled,
      // A type check is too short for garbage collection to pay off.
      GOGC: 'off',
    },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) process.exit(code ?? 1);
}

// The output of some commands is JSON, so what is about the installation goes to stderr. The first time, pnpm tells how far it is.
if (isFirst) process.stderr.write(`Installing dependencies with ${packageManager}.\n`);
const progress = isFirst ? [] : ['--loglevel=warn'];
await pnpm(['install', '--frozen-lockfile', '--reporter=append-only', ...progress, ...install], {
  stdout: process.stderr,
});
if (isMainJobAlone && !hasOwnNode && !existsSync(new URL('apps/shop/node_modules/node', root))) {
  process.stderr.write(
    'This Node is too old for the sandbox, and a newer one could not be installed. Install Node 24.\n',
  );
  process.exit(1);
}
await pnpm(['--silent', ...command]);
