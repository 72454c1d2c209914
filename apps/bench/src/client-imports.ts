// For information: the import time of each client beyond that of an empty process, and its size in a bundle.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { measureInTurn, quantile } from './measure.ts';

const rounds = 15;
const folder = fileURLToPath(new URL('..', import.meta.url));
const builtClient = new URL('../dist/index.js', import.meta.resolve('@escrow-kit/client'));

/** The imported modules by name; for our client, the build. */
const modules = {
  '@escrow-kit/client': fileURLToPath(builtClient),
  ...Object.fromEntries(['openapi-fetch', 'stripe', 'ky', 'axios', '@octokit/request', 'undici'].map((n) => [n, n])),
};

const programs = Object.entries(modules).map(([name, module]) => [name, `import ${JSON.stringify(module)}`] as const);
const timed = [['empty', ''] as const, ...programs].map(([name, program]) => [name, () => processTimeInMs(program)]);
const measured = await measureInTurn<string>(Object.fromEntries(timed), { rounds });

console.log('\nClients: import time, and size in a bundle (minified, gzipped, without undici)');
for (const [name, module] of Object.entries(modules)) {
  const timeInMs = quantile(measured.map((times) => (times[name] ?? 0) - (times['empty'] ?? 0)));
  const sizeInKb = (await bundledBytes(module)) / 1000;
  console.log(`${name.padEnd(28)} ${timeInMs.toFixed(1).padStart(7)} ms ${sizeInKb.toFixed(1).padStart(7)} kB`);
}

function processTimeInMs(program: string): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  if (status !== 0) throw new Error(`The import failed: ${stderr}`);
  return performance.now() - begin;
}

async function bundledBytes(module: string): Promise<number> {
  const contents = `import * as everything from ${JSON.stringify(module)}; export { everything };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: module === 'undici' ? [] : ['undici'],
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}
