import { json } from 'node:stream/consumers';
import { startSandbox } from '@escrow-kit/sandbox';
import { openPaidEscrow } from './escrow.ts';
import { quantile, report } from './measure.ts';
import { listen } from './started-service.ts';

const escrows = 200;

/** The arrival times of the events, by milestone id. */
const arrivals = new Map<string, number>();
const arrived = Promise.withResolvers<void>();
const receiver = await listen(async (request, response) => {
  const { contractId } = (await json(request)) as { contractId: string };
  arrivals.set(contractId, performance.now());
  response.end();
  if (arrivals.size === escrows) arrived.resolve();
});
const sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${receiver.port}` });

const acknowledged = new Map<string, number>();
for (let count = 0; count < escrows; count++) {
  const milestoneId = await openPaidEscrow(sandbox);
  acknowledged.set(milestoneId, performance.now());
}
await arrived.promise;
await sandbox.close();
receiver.close();

const lateness = [...acknowledged].map(([id, at]) => Math.max(0, (arrivals.get(id) ?? Number.NaN) - at));
report('webhook after the acknowledged payment, median', quantile(lateness, 0.5), { unit: 'ms' });
report('webhook after the acknowledged payment, p99', quantile(lateness, 0.99), { unit: 'ms', promise: '<= 25 ms' });
