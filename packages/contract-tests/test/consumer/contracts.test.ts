import { expect, test } from 'vitest';
import { anyObject, anySuccess, bearer, createClient, filledText, pact } from './pact.ts';
import { parent, parentOnWire } from './requests.ts';

const admin = bearer('clientAdminToken');
const contracts = '/api/external/contracts';

test.for([
  { description: 'CONTRACT-1 a parent contract is created, with what the service fixes', answer: anyObject },
  { description: 'AUTH-3 a parent contract is created with the client admin token', answer: anyObject },
  { description: 'STATE-1 a parent contract starts CREATED', answer: { data: { status: 'CREATED' } } },
])('$description', ({ description, answer }) =>
  pact
    .addInteraction()
    .given('an organization')
    .uponReceiving(description)
    .withRequest('POST', contracts, (request) => request.headers(admin).jsonBody(parentOnWire))
    .willRespondWith(anySuccess, (response) => response.jsonBody(answer))
    .executeTest(async (mock) => {
      const result = await createClient(mock).call('createContract', { body: parent });

      expect(result).toEqual(answer);
    }),
);

test('the result describes the parent contract', () =>
  pact
    .addInteraction()
    .given('an organization')
    .uponReceiving('CONTRACT-2 the result has id, type and senderRole under data')
    .withRequest('POST', contracts, (request) => request.headers(admin).jsonBody(parentOnWire))
    .willRespondWith(anySuccess, (response) =>
      response.jsonBody({
        data: { id: filledText('contract-example-1'), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' },
      }),
    )
    .executeTest(async (mock) => {
      const contract = await createClient(mock).contracts.create(parent);

      expect(contract).toEqual({ id: 'contract-example-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' });
    }));
