import { exampleBodyOf, getOperation, type OperationId } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { callOf } from '../support/exchange-of.ts';
import { keepCall } from './kept-exchanges.ts';
import { operationOf, overlayOf, times } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

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
    return overlayOf([...withHeader, ...refusals].map(judge));
  };
  const refusal = (status: number, title: string) => callOf('createContract', { status, body: { ...body, title } });
  const body = exampleBodyOf(getOperation('createContract')) as object;

  expect(observe(times(3, (index) => refusal(400, `${index}`)))).toContain('x-tenant');
  expect(observe(times(3, (index) => refusal(401, `${index}`)))).not.toContain('x-tenant');
  expect(observe(times(3, () => refusal(400, 'the same')))).not.toContain('x-tenant');
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
    const whole = times(3, (index) => {
      const call = callOf('createContract', { token: `other-token-${index}` });
      return { ...call, requestHeaders: [...call.requestHeaders, tenant] };
    });
    return overlayOf([...exchanges, ...whole].map(judge));
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
