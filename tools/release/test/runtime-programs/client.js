import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { equal } from './equal.js';

const answers = {
  POST: { data: { id: 'contract-1' } },
  PATCH: { data: { parentContractId: 'contract-1', milestones: [{ id: 'milestone-1', itemPrice: 0.3 }] } },
};
const defaults = {
  currency: 'SAR',
  contractClassification: 'BASIC',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  broker: '+966500000003',
};
const contract = {
  title: 'Order 1',
  milestones: [
    {
      title: 'All of it',
      price: 0.3,
      commission: 0.2,
      deadline: new Date('2027-01-31T00:00:00Z'),
      buyer: '+966500000001',
      seller: '+966500000002',
    },
  ],
};

/**
 * The client opens a contract. Its errors are complete as JSON, even after the runtime has optimized the code that creates
 * them. It stops reading an endless answer.
 */
export async function run() {
  const escrow = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { clientAdmin: 'adm' },
    defaults,
    fetch: async ({ method, url }) => Response.json(url.endsWith('/parties') ? {} : answers[method]),
  });
  const opened = await escrow.flows.openContract(contract, { key: 'order-1', journal: createMemoryJournal() });
  equal(opened.milestones[0].id, 'milestone-1');

  for (let call = 0; call < 2000; call++) {
    const error = await escrow.contracts.create({}).catch((thrown) => thrown);
    equal(JSON.parse(JSON.stringify(error)).message, error.message);
  }
  await readEndlessAnswer();
}

async function readEndlessAnswer() {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel() {
      isCancelled = true;
    },
  });
  const escrow = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { clientAdmin: 'adm' },
    fetch: async () => new Response(body),
  });
  const error = await escrow.contracts.addParties('contract-1', {}, { checks: 'none' }).catch((thrown) => thrown);
  equal(error.code, 'decode');
  equal(isCancelled, true);
}
