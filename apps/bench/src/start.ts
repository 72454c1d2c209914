import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { quantile, report } from './measure.ts';
import { startCommand } from './started-service.ts';

const rounds = 15;
const settleTimeInMs = 500;

const builtPackage = fileURLToPath(new URL('../dist/index.js', import.meta.resolve('@escrow-kit/sandbox')));

/**
 * A program that starts a sandbox and prints the time, without and with the import. The first start loads most modules, so
 * the kit's other packages are taken from what is published as well: Node reads their sources much more slowly.
 */
const inProcess = `
  const { registerHooks } = await import('node:module');
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      return { ...resolved, url: resolved.url.replace(/\\/src\\/(?!.*node_modules)(.*)\\.ts$/, '/dist/$1.js') };
    },
  });
  const begin = performance.now();
  const { startSandbox } = await import(${JSON.stringify(builtPackage)});
  const imported = performance.now();
  const sandbox = await startSandbox();
  const started = performance.now();
  console.log(JSON.stringify({ start: started - imported, withImport: started - begin }));
  await sandbox.close();
`;

const times = { empty: [] as number[], start: [] as number[], withImport: [] as number[], command: [] as number[] };
const memory: number[] = [];
for (let round = 0; round < rounds; round++) {
  let begin = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  times.empty.push(performance.now() - begin);
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', inProcess], { encoding: 'utf8' });
  const measured = JSON.parse(stdout) as { start: number; withImport: number };
  times.start.push(measured.start);
  times.withImport.push(measured.withImport);
  begin = performance.now();
  const command = await startCommand();
  times.command.push(performance.now() - begin);
  await new Promise((resolve) => setTimeout(resolve, settleTimeInMs));
  const status = await readFile(`/proc/${command.process.pid}/status`, 'utf8');
  memory.push(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
  await command.stop();
}

report('an empty process', quantile(times.empty), { unit: 'ms' });
report('startSandbox()', quantile(times.start), { unit: 'ms', promise: '<= 150 ms' });
report('startSandbox() with its import', quantile(times.withImport), { unit: 'ms' });
report('the command, until it listens', quantile(times.command), { unit: 'ms', promise: '<= 400 ms' });
report('its memory when idle', quantile(memory), { unit: 'MiB', promise: '<= 130 MiB' });
