/**
 * Whether an inbox is as fast with many events in it as an empty one: SQLite and PostgreSQL, each store in a process of its own, all
 * in each round. `done` has as many done events, `due` as many milestones to handle, `retries` as many that wait for another attempt.
 * `node src/inbox-size.ts 10000000 1000000` sets how many events are done, and how many wait.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { doneSinceInMs, type Filling, fillPostgres, fillSqlite } from './inbox-size/fill.ts';
import type { Figures } from './inbox-size/measured-inbox.ts';
import { measureInTurn, medianRatio, quantile, type Rounds } from './measure.ts';

const [done = 1_000_000, waiting = 200_000] = process.argv.slice(2).map(Number);
const rounds = 5;
const prunedPerRound = 1_000;

const fillings = {
  empty: { done: 0, waiting: 0, isDue: true },
  done: { done, waiting: 0, isDue: true },
  due: { done: 0, waiting, isDue: true },
  retries: { done: 0, waiting, isDue: false },
} satisfies Record<string, Filling>;

type Name = keyof typeof fillings;
const names = Object.keys(fillings) as Name[];

const worker = fileURLToPath(new URL('./inbox-size/measured-inbox.ts', import.meta.url));

/** @param fill Creates a store, and resolves with its address. */
async function measure(kind: string, fill: (name: Name) => Promise<string>): Promise<void> {
  const filledAt = Date.now();
  const children = {} as Record<Name, ChildProcess>;
  for (const name of names) children[name] = fork(worker, [kind, await fill(name)]);
  console.log(`${kind}: filled in ${Math.round((Date.now() - filledAt) / 1_000)} s`);
  let pruned = 0;
  async function measureOne(name: Name): Promise<Figures> {
    if (name === 'done') pruned += prunedPerRound;
    children[name].send({ pruneBefore: name === 'done' ? arrivalOfDone(pruned, filledAt) : undefined });
    return ((await once(children[name], 'message')) as [Figures])[0];
  }
  const contenders = Object.fromEntries(names.map((name) => [name, () => measureOne(name)]));
  print(kind, await measureInTurn<Name, Figures>(contenders as Record<Name, () => Promise<Figures>>, { rounds }));
  for (const child of Object.values(children)) child.disconnect();
}

/** When the done event of this number arrived, in milliseconds since 1970. */
const arrivalOfDone = (number: number, filledAt: number): number =>
  filledAt - doneSinceInMs + (number * doneSinceInMs) / done;

/** Prints the median and the 99th percentile of each store, and the median of the ratios to the empty one. */
function print(kind: string, measured: Rounds<Name, Figures>): void {
  for (const what of Object.keys(measured[0]?.empty ?? {})) {
    console.log(`${kind}: ${what}`);
    for (const name of names) {
      const all = measured.flatMap((figures) => figures[name][what] ?? []);
      const [p50, p99] = [0.5, 0.99].map((part) => quantile(all, part).toPrecision(3).padStart(8));
      const medians = measured.map((figures) => ({
        this: quantile(figures[name][what] ?? []),
        empty: quantile(figures.empty[what] ?? []),
      }));
      console.log(
        `  ${name.padEnd(8)} p50 ${p50}  p99 ${p99}  ratio ${medianRatio(medians, 'this', 'empty').toFixed(2)}`,
      );
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
await measure('SQLite', async (name) => {
  const path = join(folder, `${name}.db`);
  await fillSqlite(path, fillings[name]);
  return path;
});
rmSync(folder, { recursive: true });

const server = await startPostgres({ isDurable: true });
await measure('PostgreSQL', async (name) => {
  const connection = await server.createDatabase();
  await fillPostgres(connection, fillings[name]);
  return connection;
});
await server.stop();
