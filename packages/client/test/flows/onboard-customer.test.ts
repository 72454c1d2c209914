import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-fetch.ts';
import { createFakeService, serve } from './fake-service.ts';
import { clientOn, customerToOnboard, flowsOn, onboardedCustomer } from './inputs.ts';

const { bankAccount, address, ...customer } = customerToOnboard;

describe('onboardCustomer', () => {
  it('registers, then adds the bank account and the address, over HTTP', async () => {
    const service = createFakeService();
    const paths: string[] = [];
    const url = await serve((request) => {
      paths.push(new URL(request.url).pathname);
      return service.fetch(request);
    });
    const client = clientOn(globalThis.fetch, { baseUrl: url });

    const onboarded = await client.flows.onboardCustomer(customerToOnboard, {
      key: 'seller-1',
      journal: createMemoryJournal(),
    });

    expect(onboarded).toEqual(onboardedCustomer);
    expect(service.carriedOut).toEqual(['registerCustomer', 'addBankAccount', 'addAddress']);
    expect(paths.slice(1)).toEqual([expect.stringContaining('/1001/'), expect.stringContaining('/1001/')]);
  });

  it('checks the whole input before its first call, and names the shop’s fields', async () => {
    const service = createFakeService();
    const badAddress = { ...customerToOnboard, address: { addressLabel: 'HOME' } as never };

    const error = await failureOf(
      flowsOn(service.fetch).onboardCustomer(badAddress, { key: 'k', journal: createMemoryJournal() }),
    );

    expect(error).toMatchObject({ violations: [{ path: 'address.countryCode', rule: 'ADDR-1' }] });
    expect(service.carriedOut).toEqual([]);
  });

  it.each([
    [customer, ['registerCustomer']],
    [{ ...customer, address }, ['registerCustomer', 'addAddress']],
    [{ ...customer, bankAccount }, ['registerCustomer', 'addBankAccount']],
  ])('runs only the steps for the given input: %#', async (input, steps) => {
    const service = createFakeService();

    await flowsOn(service.fetch).onboardCustomer(input as never, { key: 'k', journal: createMemoryJournal() });

    expect(service.carriedOut).toEqual(steps);
  });

  it('registers again without a resolution if the outcome was unknown (USER-2)', async () => {
    const service = createFakeService();
    const journal = createMemoryJournal();
    const broken = clientOn(async (request) => {
      await service.fetch(request);
      return lose();
    });
    const error = await failureOf(broken.flows.onboardCustomer(customerToOnboard, { key: 'k', journal }));

    const onboarded = await flowsOn(service.fetch).onboardCustomer(customerToOnboard, { key: 'k', journal });

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', operationId: 'registerCustomer' });
    expect(onboarded).toEqual(onboardedCustomer);
    expect(service.carriedOut).toEqual(['registerCustomer', 'registerCustomer', 'addBankAccount', 'addAddress']);
  });

  it('names no customer in the list of done steps', async () => {
    const service = createFakeService();
    const journal = createMemoryJournal();
    const lostAfterFirst = (request: Request) => (service.carriedOut.length > 0 ? lose() : service.fetch(request));

    const error = await failureOf(flowsOn(lostAfterFirst).onboardCustomer(customerToOnboard, { key: 'k', journal }));

    expect(error.message).toMatch(/Done: registerCustomer\.$/);
    expect(JSON.stringify(error)).not.toContain('1001');
  });
});
