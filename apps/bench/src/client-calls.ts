// Calls per second of the client and of other clients, measured in turn in each round, with ratios to openapi-fetch and undici.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareName, type Contender, createContenders, undiciName } from './clients/contenders.ts';
import { median } from './statistics.ts';

const rounds = 21;
const warmUpRounds = 3;
const callsARound = { 1: 200, 64: 1_280 } as const;
const methods = ['get', 'post'] as const;
const concurrencies = [1, 64] as const;

const server = fork(fileURLToPath(new URL('./clients/answering-server.ts', import.meta.url)));
const [port] = (await once(server, 'message')) as [number];
const contenders = createContenders(`http://127.0.0.1:${port}`);

for (const method of methods) {
  for (const concurrency of concurrencies) print(method, concurrency, await measure(method, concurrency));
}
server.disconnect();
process.exit();

type Rates = Record<string, number>;

/** Calls per second by client, one record for each round. */
async function measure(method: 'get' | 'post', concurrency: 1 | 64): Promise<Rates[]> {
  const measured: Rates[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const rates: Rates = {};
    for (const contender of shuffled(contenders)) {
      rates[contender.name] = await callsPerSecond(contender[method], concurrency);
    }
    if (round >= warmUpRounds) measured.push(rates);
  }
  return measured;
}

async function callsPerSecond(call: () => Promise<unknown>, concurrency: 1 | 64): Promise<number> {
  const count = callsARound[concurrency];
  let started = 0;
  const callInTurn = async (): Promise<void> => {
    while (started++ < count) await call();
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: concurrency }, callInTurn));
  return (count / (performance.now() - begin)) * 1_000;
}

/** Changes the order, because the garbage of one client is collected while the next one runs. */
function shuffled(all: Contender[]): Contender[] {
  return all
    .map((contender) => ({ contender, position: Math.random() }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ contender }) => contender);
}

function print(method: string, concurrency: number, measured: Rates[]): void {
  console.log(
    `\n${method.toUpperCase()}, ${concurrency} at once: calls per second, ratio to ${bareName}, ratio to ${undiciName}`,
  );
  for (const { name } of contenders) {
    const rate = median(measured.map((rates) => rates[name] ?? 0));
    const ratioTo = (other: string): string =>
      median(measured.map((rates) => (rates[name] ?? 0) / (rates[other] ?? 0))).toFixed(2);
    console.log(
      `${name.padEnd(28)} ${rate.toFixed(0).padStart(7)} ${ratioTo(bareName).padStart(7)} ${ratioTo(undiciName).padStart(7)}`,
    );
  }
}
