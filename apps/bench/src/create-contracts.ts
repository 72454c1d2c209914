import autocannon from 'autocannon';
import { body } from './clients/contenders.ts';
import { measureInTurn, medianOf, report } from './measure.ts';
import { startCommand, startPrism } from './started-service.ts';

const rounds = 5;
const secondsPerRound = 3;
const connections = 32;

const services = { sandbox: await startCommand(), prism: await startPrism() };
const measured = await measureInTurn(
  {
    sandbox: () => requestsPerSecond(services.sandbox.url),
    prism: () => requestsPerSecond(services.prism.url),
  },
  { rounds },
).finally(() => Promise.all(Object.values(services).map((service) => service.stop())));
const [sandbox, prism] = [medianOf(measured, 'sandbox'), medianOf(measured, 'prism')];
report('sandbox: contracts created, validated, stored', sandbox, { unit: 'per second' });
report('Prism with its defaults: the same request', prism, { unit: 'per second' });
report('ratio', sandbox / prism, { unit: 'times', promise: '>= 3 times' });

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/external/contracts`,
    method: 'POST',
    headers: { authorization: 'Bearer adm_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections,
    duration: secondsPerRound,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}
