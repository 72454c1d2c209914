import { type OpenApiDocument, openApiDocument, type Response } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange, KeptViolation } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { callOf } from '../support/exchange-of.ts';
import { keepCall } from './kept-exchanges.ts';
import { operationOf, overlayOf, times } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

const parties = '/api/external/contracts/{contractId}/parties';

test('an answer that is not shown is proposed with status and body, and with its evidence as a comment', async () => {
  const overlay = overlayOf(
    times(20, () =>
      keepCall('addParties', { status: 201, came: { id: 7, phoneNumber: 'x' } }, { at: '2030-01-01T00:00:00.000Z' }),
    ),
  );

  expect(overlay).toContain(
    `  # addParties answers a success with 201, not 200 as the kit assumes.
  # addParties 201 always has id (integer), phoneNumber (string). (20 times, sure, from 2030-01-01 00:00:00 UTC to 2030-01-01 00:00:00 UTC)
  - target: $.paths['/api/external/contracts/{contractId}/parties'].patch.responses
    update:
      "201":`,
  );
  const { responses } = operationOf(await documentUnder(overlay), parties, 'patch') ?? {};
  expect(Object.keys(responses ?? {})).not.toContain('200');
  expect(responses?.['201']).toMatchObject({
    content: {
      'application/json': {
        schema: {
          required: ['id', 'phoneNumber'],
          properties: { id: { type: 'integer' }, phoneNumber: { type: 'string', 'x-sensitive': 'personal' } },
        },
        examples: { notShown: { value: { id: 1, phoneNumber: 'text' } } },
      },
    },
  });
});

test('PARTY-3 a status that comes in place of the assumed one for refused values takes its examples over', async () => {
  const reason = { part: 'request', at: 'body', rule: 'PARTY-3', message: 'm' } as const;
  const refuse = (status: number) => keepCall('addParties', { status, came: { fault: 'x' } }, { refusedFor: [reason] });
  const refusals = times(3, () => refuse(422));
  const responsesUnder = async (exchanges: KeptExchange[]) =>
    operationOf(await documentUnder(overlayOf(exchanges)), parties, 'patch')?.responses ?? {};
  const examplesOf = (response: unknown) => (response as Response).content?.['application/json']?.examples;

  const responses = await responsesUnder(refusals);

  expect(responses).not.toHaveProperty('400');
  expect(examplesOf(responses['422'])).toMatchObject({
    providerSender: { 'x-rules': expect.arrayContaining(['PARTY-3']), value: { fault: 'text' } },
  });
  expect(overlayOf(refusals)).toContain(
    'addParties refuses with 422, not 400 as the kit assumes, for example what breaks PARTY-3.',
  );
  expect(examplesOf((await responsesUnder([...refusals, refuse(400)]))['400'])).toHaveProperty('providerSender');
  expect(await responsesUnder(times(3, () => refuse(401)))).toHaveProperty('400');
});

test('UAPI-4 a status in place of the one that is shown for refused values takes its body over, and the rule stays', async () => {
  const refuse = (status: number, answer: unknown) => {
    const call = callOf('linkUser', { body: { email: 'a@shop.example', name: 'A B' }, status, answer });
    return times(3, (index) => ({ ...call, startedAt: call.startedAt + index * 3_600_000 }));
  };
  const error = { code: 'VALIDATION_ERROR', message: 'No.', details: { field: 'phone' } };
  const asShown = { success: false, error };
  const documentOf = (...exchanges: RawExchange[]) =>
    documentUnder(overlayOf([callOf('linkUser'), ...exchanges].map(createJudge())));
  const responsesOf = (document: OpenApiDocument) => operationOf(document, '/users/link', 'post')?.responses ?? {};
  const shown = (await documentOf(...refuse(422, asShown))) as OpenApiDocument;

  expect(responsesOf(shown)).not.toHaveProperty('400');
  expect(responsesOf(shown)['422']).toEqual(openApiDocument.paths['/users/link']?.post?.responses['400']);
  expect(shown['x-rules-off']).toBeUndefined();
  for (const exchanges of [refuse(422, { error: 'no' }), [...refuse(422, asShown), ...refuse(400, asShown)]]) {
    const document = await documentOf(...exchanges);
    expect(responsesOf(document)).toHaveProperty('400');
    expect(document['x-rules-off']).toEqual(['UAPI-4']);
  }
});

test('what was seen twice is not proposed', () => {
  expect(overlayOf(times(2, () => keepCall('addParties', { status: 201, came: { id: 7 } })))).toBe('');
});

test.each([200, 201])(
  'CONTRACT-2 a value that every answer with %i has takes the place of the only known one, in examples too',
  async (status) => {
    const observe = (...roles: string[]) =>
      documentUnder(
        overlayOf(
          roles.map((senderRole) =>
            keepCall('createContract', {
              status,
              came: { data: { id: 'c', type: 'x', senderRole, status: 'CREATED' } },
            }),
          ),
        ),
      );
    const example = `responses.${status}.content.application/json.examples.created.value.data.senderRole`.split('.');

    const document = await observe('PROVIDER', 'PROVIDER', 'PROVIDER');

    const knownIn = ({ components }: OpenApiDocument) =>
      components.schemas['CreatedContract']?.properties?.['senderRole']?.['x-known-values'];
    expect(knownIn(document)).toEqual(['PROVIDER']);
    expect(operationOf(document, '/api/external/contracts', 'post')).toHaveProperty(example, 'PROVIDER');
    const mixed = await observe('PROVIDER', 'PROVIDER', 'PROVIDER', 'BROKER');
    expect(knownIn(mixed)).toEqual(['BROKER', 'PROVIDER']);
    expect(operationOf(mixed, '/api/external/contracts', 'post')).toHaveProperty(example, 'BROKER');
  },
);

test('CONTRACT-1c a value that every served request has takes the place of the documented one', async () => {
  const violation = { part: 'request', at: 'body.senderRole', pointer: '/senderRole', keyword: 'enum' } as const;
  const violations = [
    { ...violation, rule: 'CONTRACT-1c', basis: 'implied', message: 'is none of the allowed' } as const,
  ];
  const refused = keepCall('createContract', { status: 400, sent: { senderRole: 'ADMIN' } });
  const served = times(3, () => keepCall('createContract', { sent: { senderRole: 'PROVIDER' } }, { violations }));

  const document = await documentUnder(overlayOf([refused, ...served]));

  const { senderRole } = document.components.schemas['ParentContractRequest']?.properties ?? {};
  expect(senderRole?.enum).toEqual(['PROVIDER']);
  expect(document['x-rules-off']).toBeUndefined();
});

test('an operation that the document does not have is proposed with its schemas, without any value', async () => {
  const release: Partial<KeptExchange> = {
    operation: undefined,
    method: 'POST',
    path: '/api/external/milestones/{}/release',
    host: 'contract',
    sentToken: { label: 'token-1', kind: 'clientAdmin' },
  };
  const bodies = { sent: { note: 'CANARY' }, came: { released: true, amount: 5 } };
  const exchanges = times(3, () => keepCall('none', bodies, release));

  const overlay = overlayOf(exchanges);

  expect(overlay).not.toContain('CANARY');
  const document = await documentUnder(overlay);
  expect(operationOf(document, '/api/external/milestones/{milestonesId}/release', 'post')).toMatchObject({
    operationId: 'postMilestonesRelease',
    'x-retry': 'write',
    security: [{ clientAdminToken: [] }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['note'], properties: { note: { type: 'string' } } } } },
    },
  });
});

test('MILESTONE-1a PARTY-3 USER-1 fields, types, names and rules that differ are proposed where the document has them', async () => {
  const violation = (rule: string, changes: Partial<KeptViolation>): KeptViolation => ({
    part: 'response',
    at: 'body',
    rule,
    basis: 'stated',
    message: 'm',
    ...changes,
  });
  const ofCustomer = [
    violation('USER-1', { pointer: '/serviceUserId', keyword: 'type' }),
    violation('USER-1', { pointer: '/userIdentification', keyword: 'required' }),
  ];
  const request = { part: 'request' } as const;
  const isSender = { ...request, pointer: '/mileStonesParties/*/*/isSender', keyword: 'not' };
  const deadLine = { ...request, pointer: '/milestones/*/deadLine', keyword: 'required', basis: 'assumed' } as const;
  const customer = { serviceUserId: '1', identification: 2, tier: 'gold' };
  const exchanges = times(3, () => [
    keepCall('registerCustomer', { came: customer }, { violations: ofCustomer }),
    keepCall('addParties', { came: {} }, { violations: [violation('PARTY-3', isSender)] }),
    keepCall('addMilestones', { came: {} }, { violations: [violation('MILESTONE-1a', deadLine)] }),
  ]).flat();

  const overlay = overlayOf(exchanges);
  const document = await documentUnder(overlay);

  expect(overlay).toContain('# registerCustomer calls userIdentification identification.\n');
  expect(overlay).not.toContain('identification. always has');
  const { schemas } = document.components;
  expect(schemas['RegisteredCustomer']).toMatchObject({
    required: ['serviceUserId', 'identification', 'tier'],
    properties: { serviceUserId: { type: 'string' }, identification: { type: 'integer' }, tier: { type: 'string' } },
  });
  expect(schemas['RegisteredCustomer']?.properties).not.toHaveProperty('userIdentification');
  expect(document['x-rules-off']).toEqual(['PARTY-3']);
  expect(schemas['MilestoneRequest']?.required).not.toContain('deadLine');
});

test('PAY-1 if the only required field is missing, and another one always there, that one alone is required', async () => {
  const missing = { part: 'response', at: 'body', pointer: '/data', keyword: 'required', rule: 'PAY-1' } as const;
  const violations = [{ ...missing, basis: 'stated', message: 'm' } as const];
  const exchanges = times(3, () => keepCall('startPayment', { came: { open: true } }, { violations }));

  const document = await documentUnder(overlayOf(exchanges));

  expect(document.components.schemas['StartedPayment']?.required).toEqual(['open']);
});

test('a body that several answers have is proposed once', async () => {
  const refusals = ['addAddress', 'addBankAccount'].flatMap((operation) =>
    times(3, () => keepCall(operation, { status: 401, came: { error: 'x' } })),
  );

  const document = await documentUnder(overlayOf(refusals));

  const { responses } = operationOf(document, '/api/external/profiles/{serviceUserId}/addresses', 'post') ?? {};
  expect(responses?.['401']).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ObservedBody1' } } },
  });
  expect(document.components.schemas['ObservedBody1']).toMatchObject({
    required: ['error'],
    properties: { error: { type: 'string' } },
  });
});

test('a field of several types, and two methods of a path are proposed', async () => {
  const call = (method: string, index: number): KeptExchange => {
    const either = index === 0 ? 'text' : { inner: 1 };
    const kept = keepCall('none', { came: { either } }, { method, path: '/api/reports/{}' });
    return { ...kept, operation: undefined };
  };
  const exchanges = times(3, (index) => ['GET', 'DELETE', 'OPTIONS'].map((method) => call(method, index))).flat();

  const document = await documentUnder(overlayOf(exchanges));

  const path = document.paths['/api/reports/{reportsId}'];
  expect(path).toMatchObject({ get: { operationId: 'getApiReports' }, delete: { operationId: 'deleteApiReports' } });
  const schema = 'get.responses.200.content.application/json.schema.properties.either'.split('.');
  expect(path).toHaveProperty(schema, {});
});
