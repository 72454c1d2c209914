import { expect, test } from 'vitest';
import { createObservedClient } from '../support/observed-client.ts';
import { customer } from '../support/sample-inputs.ts';

const registered = { serviceUserId: 1001, userIdentification: 2002 };

test('USER-2 a registration is retried after a server error, because it may be repeated', async () => {
  const answers = [{ status: 503 }, { body: registered }];
  const { escrow, sent } = createObservedClient({ '*': answers }, { retry: { max: 1, baseDelayInMs: 0 } });

  expect(await escrow.customers.register(customer)).toEqual(registered);
  expect(sent).toHaveLength(2);
});

test('ADDR-1 an address with only label and country is sent, even with unknown values', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.customers.addAddress(1001, { addressLabel: 'WAREHOUSE', countryCode: 'AE' });

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ addressLabel: 'WAREHOUSE', countryCode: 'AE' }]);
});
