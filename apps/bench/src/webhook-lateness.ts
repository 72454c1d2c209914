import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@escrow-kit/sandbox';
import { openPaidEscrow } from './escrow.ts';
import { quantile, report } from './measure.ts';

const escrows = 200;

/** The arrival times of the events, by milestone id. */
const arrivals = new Map<string, number>();
const arrived = Promise.withResolvers<void>();
const receiver = createServer((request, response) => {
  request.setEncoding('utf8');
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    arrivals.set((JSON.parse(body) as { contractId: string }).contractId, performance.now());
    response.end();
    if (arrivals.size === escrows) arrived.resolve();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;
const sandbox = await startSandbox({ webhookUrl: `http://127.0.0.1:${port}` });

const acknowledged = new Map<string, number>();
for (let count = 0; count < escrows; count++) {
  const milestoneId = await openPaidEscrow(sandbox);
  acknowledged.set(milestoneId, performance.now());
}
await arrived.promise;
await sandbox.close();
receiver.close();
receiver.closeAllConnections();

const lateness = [...acknowledged].map(([id, at]) => Math.max(0, (arrivals.get(id) ?? Number.NaN) - at));
report('webhook after the acknowledged payment, median', quantile(lateness, 0.5), { unit: 'ms' });
report('webhook after the acknowledged payment, p99', quantile(lateness, 0.99), { unit: 'ms', promise: '<= 25 ms' });
