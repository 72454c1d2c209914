import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { equal } from './web.js';

const answers = {
  POST: { data: { id: 'contract-1' } },
  PATCH: { data: { parentContractId: 'contract-1', milestones: [{ id: 'milestone-1', itemPrice: 0.3 }] } },
};
const contract = { currency: 'SAR', contractClassification: 'BASIC', serviceTermsAccepted: true };
const terms = { returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER', broker: '+966500000003' };
const parties = { buyer: '+966500000001', seller: '+966500000002' };
const milestone = { title: 'All', price: 0.3, commission: 0.2, deadline: new Date('2027-01-31T00:00:00Z'), ...parties };

const clientWith = (fetch) =>
  createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { clientAdmin: 'adm' },
    defaults: { ...contract, ...terms },
    fetch,
  });

/**
 * The client opens a contract. Its errors are complete as JSON, even after the runtime has optimized the code that creates
 * them. It stops reading an endless answer.
 */
export async function run() {
  const escrow = clientWith(async ({ method, url }) => Response.json(url.endsWith('/parties') ? {} : answers[method]));
  const order = { key: 'order-1', journal: createMemoryJournal() };
  const opened = await escrow.flows.openContract({ title: 'Order 1', milestones: [milestone] }, order);
  equal(opened.milestones[0].id, 'milestone-1');

  for (let call = 0; call < 2000; call++) {
    const error = await escrow.contracts.create({}).catch((thrown) => thrown);
    equal(JSON.parse(JSON.stringify(error)).message, error.message);
  }

  let isCancelled = false;
  const pull = (controller) => controller.enqueue(new Uint8Array(65_536));
  const cancel = () => {
    isCancelled = true;
  };
  const endless = clientWith(async () => new Response(new ReadableStream({ pull, cancel })));
  const error = await endless.contracts.addParties('contract-1', {}, { checks: 'none' }).catch((thrown) => thrown);
  equal(`${error.code} ${isCancelled}`, 'decode true');
}
