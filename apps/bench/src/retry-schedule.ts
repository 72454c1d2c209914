import { startSandbox } from '@escrow-kit/sandbox';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { openPaidEscrow } from './escrow.ts';
import { quantile, report } from './measure.ts';
import { listen } from './started-service.ts';

const rounds = 15;

/** The time until a second after the last attempt. */
const secondsToAdvance = (attemptsInSeconds.at(-1) ?? 0) + 1;

const refusing = await listen((_request, response) => response.writeHead(500).end());

const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  const sandbox = await startSandbox();
  await sandbox.control.freeze();
  await openPaidEscrow(sandbox);
  await sandbox.control.setWebhook(`http://127.0.0.1:${refusing.port}`);
  const begin = performance.now();
  await sandbox.control.advance(secondsToAdvance);
  times.push(performance.now() - begin);
  const [delivery] = (await sandbox.control.deliveries()).deliveries;
  if (delivery?.state !== 'failed') throw new Error(`After its last attempt the delivery is ${delivery?.state}.`);
  await sandbox.close();
}
refusing.close();
report('the whole retry schedule on a frozen clock', quantile(times), { unit: 'ms', promise: '<= 100 ms' });
