// Measures how long importing the built client takes, compared with a process that imports nothing. Runs both in turn.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rounds = 41;
const limitInMs = 5;
const built = new URL('../dist/index.js', import.meta.url).href;
const folder = fileURLToPath(new URL('..', import.meta.url));

/** How long a process takes to run this program, in milliseconds. */
function processTimeInMs(program: string): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  if (status !== 0) throw new Error(`the program failed: ${stderr}`);
  return performance.now() - startedAt;
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const empty: number[] = [];
const importing: number[] = [];
for (let round = 0; round < rounds; round++) {
  empty.push(processTimeInMs(''));
  importing.push(processTimeInMs(`await import('${built}')`));
}
const differences = importing.map((time, round) => time - (empty[round] ?? 0));
console.log(`empty process ${median(empty).toFixed(1)} ms, with the client ${median(importing).toFixed(1)} ms`);
const importTimeInMs = median(differences);
console.log(`import: ${importTimeInMs.toFixed(1)} ms (median of ${rounds} differences, at most ${limitInMs})`);
if (importTimeInMs > limitInMs) process.exitCode = 1;
