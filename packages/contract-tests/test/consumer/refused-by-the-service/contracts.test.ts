import { expect, test } from 'vitest';
import { anyRefusal, bearer, createUncheckedClient, examples, pact, send, untyped } from '../pact.ts';
import { parentOnWire } from '../requests.ts';

const admin = bearer('clientAdminToken');
const contracts = '/api/external/contracts';

test.for([
  { type: 'MILESTONE_CONTRACT' },
  { senderRole: 'PROVIDER' },
  { itemPrice: 1 },
  { serviceTermsAccepted: false },
  { isParent: false },
  { currency: null },
])('a parent contract with %j', (field) => {
  const body = { ...parentOnWire, ...field };
  return pact
    .addInteraction()
    .given('an organization')
    .uponReceiving(`CONTRACT-1c a parent contract with ${Object.entries(field).flat().join(' ')} is refused`)
    .withRequest('POST', contracts, (request) => request.headers(admin).jsonBody(body))
    .willRespondWith(anyRefusal())
    .executeTest(async (mock) => {
      const refused = createUncheckedClient(mock).contracts.create(untyped(body));

      await expect(refused).rejects.toMatchObject({ status: 400 });
    });
});

// The text has the fields of a parent contract, so that only the media type can be the reason.
test('a body of another media type', () => {
  const body = JSON.stringify(parentOnWire);
  return pact
    .addInteraction()
    .given('an organization')
    .uponReceiving('ERR-1c a body of another media type is refused')
    .withRequest('POST', contracts, (request) => request.headers(admin).body('text/plain', Buffer.from(body)))
    .willRespondWith(anyRefusal(415))
    .executeTest(async (mock) => {
      const response = await send(mock.url + contracts, {
        method: 'POST',
        headers: { authorization: `Bearer ${examples.clientAdminToken}`, 'content-type': 'text/plain' },
        body,
      });

      expect(response.status).toBe(415);
    });
});
