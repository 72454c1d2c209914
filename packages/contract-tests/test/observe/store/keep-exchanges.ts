import { openStore } from '../../../src/observe/store/exchange-store.ts';
import { sampleExchange } from '../sample-exchange.ts';

// A process that keeps exchanges until it is killed, numbered by their duration. It prints the number of the last one written.
const store = await openStore(process.argv[2] ?? '', { onProblem: (message) => process.stderr.write(message) });
for (let number = 0; ; number += 3) {
  for (const durationInMs of [number, number + 1, number + 2]) store.add(sampleExchange({ durationInMs }));
  await store.written();
  process.stdout.write(`${number + 2}\n`);
}
