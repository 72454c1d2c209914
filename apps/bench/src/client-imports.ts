// For information: the import time of each client beyond that of an empty process, and its size in a bundle.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { median } from './statistics.ts';

const rounds = 15;
const folder = fileURLToPath(new URL('..', import.meta.url));
const client = new URL('../dist/', import.meta.resolve('@escrow-kit/client'));

/** The imported modules by name; for our client, the build. */
const modules = {
  '@escrow-kit/client': fileURLToPath(new URL('index.js', client)),
  'openapi-fetch': 'openapi-fetch',
  stripe: 'stripe',
  ky: 'ky',
  axios: 'axios',
  '@octokit/request': '@octokit/request',
  undici: 'undici',
};

const times = Object.keys(modules).map((name) => ({ name, overEmptyInMs: [] as number[] }));
for (let round = 0; round < rounds; round++) {
  const empty = processTimeInMs('');
  for (const { name, overEmptyInMs } of times) {
    overEmptyInMs.push(processTimeInMs(`import ${JSON.stringify(modules[name as keyof typeof modules])}`) - empty);
  }
}

console.log('\nClients: import time, and size in a bundle (minified, gzipped, without undici)');
for (const { name, overEmptyInMs } of times) {
  const size = await bundledBytes(modules[name as keyof typeof modules]);
  const figures = `${median(overEmptyInMs).toFixed(1).padStart(7)} ms ${(size / 1000).toFixed(1).padStart(7)} kB`;
  console.log(`${name.padEnd(28)} ${figures}`);
}

function processTimeInMs(program: string): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  if (status !== 0) throw new Error(`The import failed: ${stderr}`);
  return performance.now() - begin;
}

async function bundledBytes(module: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as everything from ${JSON.stringify(module)}; export { everything };`,
      resolveDir: folder,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: module === 'undici' ? [] : ['undici'],
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}
