import autocannon from 'autocannon';
import { startCommand } from './started-command.ts';
import { startPrism } from './started-prism.ts';
import { median, report } from './statistics.ts';

const rounds = 5;
const secondsPerRound = 3;
const connections = 32;

const contract = JSON.stringify({
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  contractClassification: 'BASIC',
  currency: 'SAR',
  itemPrice: 0,
  itemDetail: { title: 'Order 1001', description: 'A handmade table' },
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  isParent: true,
});

const sandbox = await startCommand();
const prism = await startPrism();
const rates = { sandbox: [] as number[], prism: [] as number[] };
try {
  for (let round = 0; round < rounds; round++) {
    rates.sandbox.push(await requestsPerSecond(sandbox.url));
    rates.prism.push(await requestsPerSecond(prism.url));
  }
} finally {
  await sandbox.stop();
  await prism.stop();
}
report('sandbox: contracts created, validated, stored', median(rates.sandbox), { unit: 'per second' });
report('Prism with its defaults: the same request', median(rates.prism), { unit: 'per second' });
report('ratio', median(rates.sandbox) / median(rates.prism), { unit: 'times', promise: '>= 3 times' });

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/external/contracts`,
    method: 'POST',
    headers: { authorization: 'Bearer adm_sandbox', 'content-type': 'application/json' },
    body: contract,
    connections,
    duration: secondsPerRound,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}
