// Calls per second of the client and of other clients, measured in turn in each round, with ratios to openapi-fetch and undici.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareName, createContenders, undiciName } from './clients/contenders.ts';
import { measureInTurn, medianOf, medianRatio, type Rounds } from './measure.ts';

const rounds = 21;
const warmUpRounds = 3;
const loads = [
  { concurrency: 1, calls: 200 },
  { concurrency: 64, calls: 1_280 },
];

const server = fork(fileURLToPath(new URL('./clients/answering-server.ts', import.meta.url)));
const [port] = (await once(server, 'message')) as [number];
const contenders = createContenders(`http://127.0.0.1:${port}`);

for (const method of ['get', 'post'] as const) {
  for (const load of loads) {
    const rates = contenders.map((contender) => [contender.name, () => callsPerSecond(contender[method], load)]);
    const measured = await measureInTurn<string>(Object.fromEntries(rates), { rounds, warmUpRounds });
    print(`${method.toUpperCase()}, ${load.concurrency} at once`, measured);
  }
}
server.disconnect();
process.exit();

async function callsPerSecond(
  call: () => Promise<unknown>,
  { concurrency, calls }: (typeof loads)[number],
): Promise<number> {
  let started = 0;
  const callInTurn = async (): Promise<void> => {
    while (started++ < calls) await call();
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: concurrency }, callInTurn));
  return (calls / (performance.now() - begin)) * 1_000;
}

function print(title: string, measured: Rounds<string>): void {
  console.log(`\n${title}: calls per second, ratio to ${bareName}, ratio to ${undiciName}`);
  for (const { name } of contenders) {
    const ratios = [bareName, undiciName].map((other) => medianRatio(measured, name, other).toFixed(2).padStart(7));
    console.log(`${name.padEnd(28)} ${medianOf(measured, name).toFixed(0).padStart(7)} ${ratios.join(' ')}`);
  }
}
