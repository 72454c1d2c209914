import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-client.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, customerToOnboard, flowsOn, onboardedCustomer } from './inputs.ts';

const options = () => ({ key: 'seller-1', journal: createMemoryJournal() });

it('onboardCustomer checks the whole input before its first call, and names the shop’s fields', async () => {
  const service = createFakeService();
  const given = { ...customerToOnboard, adress: {}, phoneNumber: '0500000002', address: { addressLabel: 'HOME' } };

  const error = await failureOf(flowsOn(service.fetch).onboardCustomer(given as never, options()));

  expect(error).toMatchObject({
    violations: [{ path: 'adress' }, { path: 'phoneNumber' }, { path: 'address.countryCode', rule: 'ADDR-1' }],
  });
  expect(service.carriedOut).toEqual([]);
});

it('onboardCustomer runs only the steps for the given input', async () => {
  const service = createFakeService();
  const { bankAccount: _, ...input } = customerToOnboard;

  await flowsOn(service.fetch).onboardCustomer(input, options());

  expect(service.carriedOut).toEqual(['registerCustomer', 'addAddress']);
});

it('onboardCustomer registers again without a resolution if the outcome was unknown (USER-2)', async () => {
  const service = createFakeService();
  const journaled = options();
  const broken = clientOn((request) => service.fetch(request).then(lose));
  const error = await failureOf(broken.flows.onboardCustomer(customerToOnboard, journaled));

  const onboarded = await flowsOn(service.fetch).onboardCustomer(customerToOnboard, journaled);

  expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', operationId: 'registerCustomer' });
  expect(onboarded).toEqual(onboardedCustomer);
  expect(service.carriedOut).toEqual(['registerCustomer', 'registerCustomer', 'addBankAccount', 'addAddress']);
});

it('onboardCustomer names no customer in the list of done steps', async () => {
  const service = createFakeService();
  const lostAfterFirst = (request: Request) => (service.carriedOut.length > 0 ? lose() : service.fetch(request));

  const error = await failureOf(flowsOn(lostAfterFirst).onboardCustomer(customerToOnboard, options()));

  expect(error.message).toMatch(/Done: registerCustomer\.$/);
  expect(JSON.stringify(error)).not.toContain('1001');
});
