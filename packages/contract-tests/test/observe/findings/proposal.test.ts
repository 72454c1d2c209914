import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exampleBodyOf,
  getOperation,
  type OpenApiDocument,
  type OperationId,
  openApiDocument,
  type Response,
} from '@escrow-kit/spec';
import { readOverlays } from '@escrow-kit/spec/overlay';
import { expect, test } from 'vitest';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodyOf, callOf, eventOf } from '../support/exchange-of.ts';
import { keepCall, keepEvent } from './kept-exchanges.ts';

const times = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

function overlayOf(exchanges: readonly KeptExchange[]): string | undefined {
  const findings = createFindings();
  for (const exchange of exchanges) findings.add(exchange);
  return proposeOverlay(findings.list(), openApiDocument);
}

/** The document under the overlay as it was proposed. */
async function documentUnder(overlay: string | undefined): Promise<OpenApiDocument> {
  const file = join(temporaryFolder(), 'deployment.overlay.yaml');
  writeFileSync(file, overlay ?? '');
  return readOverlays([file]);
}

const operationOf = (document: OpenApiDocument, path: string, method: 'get' | 'post' | 'patch') =>
  document.paths[path]?.[method];

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
  const reasons = { refusedFor: [{ part: 'request', at: 'body', rule: 'PARTY-3', message: 'm' }] } as const;
  const refuse = (status: number) =>
    keepCall('addParties', { status, came: { fault: 'x' } }, { refusedFor: [...reasons.refusedFor] });
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
  expect(overlayOf(times(2, () => keepCall('addParties', { status: 201, came: { id: 7 } })))).toBeUndefined();
});

test('HOOK-2 HOOK-4 HOOK-5 signature, retry times and statuses of events are proposed', async () => {
  const start = Date.UTC(2030, 0, 1);
  const headers = { 'x-signature': { type: 'string', length: 44, format: 'base64' } } as const;
  const statuses = ['FUNDED', 'CASHOUT_IN_PROGRESS', 'DONE'];
  const exchanges = times(5, (index) =>
    statuses.flatMap((status, place) =>
      [0, 1, 31].map((seconds, attempt) =>
        keepEvent(
          { contractId: `m-${index}`, status, referenceId: 'r' },
          { status: attempt === 2 ? 200 : 500, headers },
          {
            at: new Date(start + place * 3_600_000 + seconds * 1000).toISOString(),
            eventLabel: `${status}-${index}`,
            violations: [
              {
                part: 'request',
                at: 'header service-signature',
                keyword: 'required',
                rule: 'HOOK-2',
                basis: 'stated',
                message: 'is missing',
              },
            ],
          },
        ),
      ),
    ),
  ).flat();

  const document = await documentUnder(overlayOf(exchanges));

  const webhook = document['x-webhooks']['contractEvent']?.post;
  expect(webhook?.['x-signature']).toEqual({
    header: 'x-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    prefix: '',
  });
  expect(webhook?.['x-retry-schedule']).toEqual([1, 30, 100]);
  expect(document['x-milestone-states']).toEqual(['CREATED', 'WAITING_FOR_PAYMENT', ...statuses]);
  expect(document.components.schemas['PaidContractEvent']?.properties?.['status']?.enum).toEqual(['FUNDED']);
});

test('HOOK-5 a field of events with the renamed status PAID is proposed for PAID, with an example, and the second pass misses nothing', async () => {
  const start = Date.UTC(2030, 0, 1);
  const events = times(3, (index) =>
    ['FUNDED', 'CASHOUT_IN_PROGRESS', 'DONE'].map((status, place) =>
      keepEvent(
        { contractId: `m-${index}`, status, referenceId: 'r', occurredAt: 'x' },
        {},
        { at: new Date(start + place * 1000).toISOString(), eventLabel: `${index} ${status}` },
      ),
    ),
  ).flat();

  const document = await documentUnder(overlayOf(events));

  for (const schema of ['PaidContractEvent', 'OtherContractEvent'])
    expect(document.components.schemas[schema]?.properties).toHaveProperty('occurredAt.example', 'text');
  const findings = createFindings(document);
  for (const event of events) findings.add(event);
  expect(findings.list().filter(({ subject, part }) => subject === 'field' && part !== 'not seen')).toEqual([]);
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

/** Failed attempts of an event at these seconds, and an event that comes at the end. */
const attemptsAt = (seconds: number[], end: number): KeptExchange[] =>
  ['m-1', 'm-2', 'm-3'].flatMap((contractId) =>
    [...seconds, end].map((second) =>
      keepEvent(
        { contractId, status: 'PAID', referenceId: `${second === end}` },
        { status: 503 },
        {
          at: new Date(Date.UTC(2030, 0, 1) + second * 1000).toISOString(),
          eventLabel: `${contractId} ${second === end}`,
        },
      ),
    ),
  );

test.each<[seconds: number[], end: number, schedule: number[]]>([
  // Attempts take time, and waits are round.
  [[0, 2.1, 7.3, 18.4], 200, [2, 5, 11]],
  [[0, 2, 7], 200, [2, 5]],
  [[0], 10, []],
])(
  'HOOK-4 of events tried after %j seconds alone, though another one came after %i, %j is proposed',
  async (seconds, end, schedule) => {
    const document = await documentUnder(overlayOf(attemptsAt(seconds, end)));

    expect(document['x-webhooks']['contractEvent']?.post?.['x-retry-schedule']).toEqual(schedule);
  },
);

test.each([
  [503, true],
  [undefined, true],
  [400, false],
  [410, false],
])('HOOK-4 that no retry comes after an answer with %s is a finding: %j', (status, isFound) => {
  const events = attemptsAt([0], 10).map(({ status: _status, ...event }) =>
    status === undefined ? event : { ...event, status },
  );

  expect((overlayOf(events) ?? '').includes('never comes')).toBe(isFound);
});

test('HOOK-4 the waits of a hundred attempts are those between them, and it is said that more are not learned', () => {
  const seconds = times(120, (index) => index * 10);
  const overlay = overlayOf(attemptsAt(seconds, 2000)) ?? '';

  expect(/x-retry-schedule:\n((?: +- .*\n)+)/.exec(`${overlay}\n`)?.[1]?.match(/[\d.]+/g)).toEqual(
    times(99, () => '10'),
  );
  expect(overlay.match(/Later retries, if there are any, are not learned\./g)).toHaveLength(1);
});

test('HOOK-7 attempts of one event are told by its milestone, status and transaction, whatever else they have', () => {
  const judge = createJudge();
  const eventAt = (second: number, contractId: string, status: number) => ({
    ...eventOf({ contractId, status: 'PAID', referenceId: 'r', sentAt: second }),
    startedAt: Date.UTC(2030, 0, 1) + second * 1000,
    response: { status, headers: [], body: bodyOf(undefined) },
  });
  const events = ['m-1', 'm-2', 'm-3'].flatMap((milestone) => [
    ...[0, 1, 11].map((second) => eventAt(second, milestone, 503)),
    eventAt(111, milestone, 200),
  ]);

  expect(overlayOf([...events, eventAt(5000, 'm-4', 200)].map(judge))).not.toContain('retry');
});

test('HOOK-4 as long as the next retry may still come, it is not missed', () => {
  expect(overlayOf(attemptsAt([0, 1, 11], 120))).toBeUndefined();
});

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
  const release = {
    operation: undefined,
    method: 'POST',
    path: '/api/external/milestones/{}/release',
    host: 'contract',
    sentToken: { label: 'token-1', kind: 'clientAdmin' },
  } as const;
  const exchanges = times(3, () => {
    const { operation: _operation, ...call } = keepCall(
      'none',
      { sent: { note: 'CANARY' }, came: { released: true, amount: 5 } },
      release as never,
    );
    return call;
  });

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
  const violation = (rule: string, changes: object) =>
    ({ part: 'response', at: 'body', rule, basis: 'stated', message: 'm', ...changes }) as const;
  const exchanges = [
    ...times(3, () =>
      keepCall(
        'registerCustomer',
        { came: { serviceUserId: '1', identification: 2, tier: 'gold' } },
        {
          violations: [
            violation('USER-1', { pointer: '/serviceUserId', keyword: 'type' }),
            violation('USER-1', { pointer: '/userIdentification', keyword: 'required' }),
          ] as never,
        },
      ),
    ),
    ...times(3, () =>
      keepCall(
        'addParties',
        { came: {} },
        {
          violations: [
            violation('PARTY-3', { part: 'request', keyword: 'not', pointer: '/mileStonesParties/*/*/isSender' }),
          ] as never,
        },
      ),
    ),
    ...times(3, () =>
      keepCall(
        'addMilestones',
        { came: {} },
        {
          violations: [
            violation('MILESTONE-1a', {
              part: 'request',
              keyword: 'required',
              basis: 'assumed',
              pointer: '/milestones/*/deadLine',
            }),
          ] as never,
        },
      ),
    ),
  ];

  const document = await documentUnder(overlayOf(exchanges));

  const { schemas } = document.components;
  expect(schemas['RegisteredCustomer']).toMatchObject({
    required: ['serviceUserId', 'identification', 'tier'],
    properties: { serviceUserId: { type: 'string' }, identification: { type: 'integer' }, tier: { type: 'string' } },
  });
  expect(schemas['RegisteredCustomer']?.properties).not.toHaveProperty('userIdentification');
  expect(document['x-rules-off']).toEqual(['PARTY-3']);
  expect(schemas['MilestoneRequest']?.required).not.toContain('deadLine');
});

test('a header is proposed as required if all requests with it are served, and valid ones without it refused', async () => {
  const headers = { 'x-tenant-id': { type: 'string', length: 4, format: 'word' } } as const;
  const call = (status: number, own: KeptExchange['request']['headers']): KeptExchange => {
    const kept = keepCall('createContract', { status }, { sentToken: { label: 'token-1', kind: 'clientAdmin' } });
    return { ...kept, request: { ...kept.request, headers: own } };
  };
  const exchanges = [...times(3, () => call(200, headers)), ...times(3, () => call(422, {}))];

  const overlay = overlayOf(exchanges);

  expect(overlay).toContain('createContract is served only with the request header x-tenant-id');
  expect(operationOf(await documentUnder(overlay), '/api/external/contracts', 'post')?.parameters).toMatchObject([
    { name: 'x-tenant-id', in: 'header', required: true },
  ]);
  expect(overlayOf([...exchanges, call(200, {})])).not.toContain('x-tenant-id');
  expect(overlayOf([...exchanges, ...times(3, () => call(422, headers))])).not.toContain('x-tenant-id');
});

test('a refused token, and one call that is sent again, show no required header', () => {
  const tenant: [string, string] = ['x-tenant', 'acme'];
  const served = callOf('createContract');
  const observe = (refusals: readonly RawExchange[]): string => {
    const judge = createJudge();
    const withHeader = times(3, () => ({ ...served, requestHeaders: [...served.requestHeaders, tenant] }));
    return overlayOf([...withHeader, ...refusals].map(judge)) ?? '';
  };
  const refusal = (status: number, title: string) => callOf('createContract', { status, body: { ...body, title } });
  const body = exampleBodyOf(getOperation('createContract')) as object;

  expect(observe(times(3, (index) => refusal(400, `${index}`)))).toContain('x-tenant');
  expect(observe(times(3, (index) => refusal(401, `${index}`)))).not.toContain('x-tenant');
  expect(observe(times(3, () => refusal(400, 'the same')))).not.toContain('x-tenant');
});

test('HOOK-7 from one event, or one call, nothing is proposed, however often it is sent again', () => {
  const judge = createJudge();
  const later = (exchange: RawExchange) =>
    times(4, (index) => ({ ...exchange, startedAt: exchange.startedAt + index * 1000 }));
  const event = eventOf({ contractId: 'm-1', status: 'PAID', referenceId: 'r', extra: 'x' }, () => []);
  const call = callOf('createContract', { status: 503, answer: { problem: 'x' } });

  expect(overlayOf([...later(event), ...later(call)].map(judge))).toBeUndefined();
  expect(
    overlayOf(times(3, (index) => ({ ...call, startedAt: call.startedAt + index * 3_600_000 })).map(judge)),
  ).toContain('"503":');
});

test('a required header is found though the first call with each token was refused for it, before its kind is known', () => {
  const tenant: [string, string] = ['x-tenant', 'acme'];
  const observe = (served: OperationId): string => {
    const judge = createJudge();
    const exchanges = ['first-token-1', 'second-token-2', 'third-token-3'].flatMap((token) => {
      const naive = callOf('createContract', { token, status: 400, answer: { fault: 'TENANT_MISSING' } });
      const call = callOf(served, { token });
      return [naive, { ...call, requestHeaders: [...call.requestHeaders, tenant] }];
    });
    const whole = callOf('createContract', { token: 'other-token-4' });
    return overlayOf([...exchanges, { ...whole, requestHeaders: [...whole.requestHeaders, tenant] }].map(judge)) ?? '';
  };

  expect(observe('createContract')).toContain('createContract is served only with the request header x-tenant');
  // With tokens of another kind it shows nothing.
  expect(observe('registerCustomer')).not.toContain('x-tenant');
});

test('of the headers that answers have, only those of the rate limit are proposed', async () => {
  const headers = {
    'x-request-id': { type: 'string', length: 36, format: 'uuid' },
    'x-ratelimit-remaining': { type: 'string', length: 2, format: 'digits' },
  } as const;
  const overlay = overlayOf(times(3, () => keepCall('getUser', { came: {}, headers })));

  const { responses } = operationOf(await documentUnder(overlay), '/users/{userId}', 'get') ?? {};
  expect(responses?.['200']).toMatchObject({ headers: { 'x-ratelimit-remaining': { schema: { type: 'integer' } } } });
  expect(overlay).not.toContain('x-request-id');
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

test('fields with names of what every object inherits, of several types, and two methods of a path are proposed', async () => {
  const body = (index: number) => ({
    constructor: 1,
    toString: 'x',
    either: index === 0 ? 'text' : { inner: 1 },
    ['__proto__']: 1,
  });
  const call = (method: string, index: number) => {
    const { operation: _operation, ...kept } = keepCall(
      'none',
      { came: body(index) },
      { method, path: '/api/reports/{}' },
    );
    return kept;
  };
  const exchanges = times(3, (index) => [
    ...['GET', 'DELETE', 'OPTIONS'].map((method) => call(method, index)),
    keepCall('getUser', { came: { data: body(index) } }),
    keepCall('addParties', { came: body(index) }),
  ]).flat();

  const document = await documentUnder(overlayOf(exchanges));

  expect(document.paths['/api/reports/{reportsId}']).toMatchObject({
    get: { operationId: 'getApiReports' },
    delete: { operationId: 'deleteApiReports' },
  });
  expect(Object.keys(document.components.schemas['UserRecord']?.properties ?? {})).toEqual(
    expect.arrayContaining(['constructor', 'toString', 'either']),
  );
  expect(({} as { type?: string }).type).toBeUndefined();
  expect((Object as { type?: string }).type).toBeUndefined();
});
