import { expect, test } from 'vitest';
import { toCurl } from '../src/requests/curl.ts';
import { smallest, smallestEntry } from './support/smallest.ts';

type Logged = Parameters<typeof toCurl>[0];
type Operation = NonNullable<Parameters<typeof toCurl>[1]['operation']>;

const origin = 'http://127.0.0.1:4020';

function logged(changes: Partial<Logged>): Logged {
  const known = { operationId: 'addBankAccount', method: 'POST', path: '/api/users/external/{serviceUserId}/banks' };
  return smallest('LoggedRequest', { ...known, ...changes });
}

function operation(changes: Partial<Operation>): Operation {
  const known = { operationId: 'addBankAccount', method: 'POST', tokenKinds: ['organization'] };
  return smallestEntry('ServiceDescription', 'operations', { ...known, mediaType: 'application/json', ...changes });
}

test('a request as curl has variables for tokens and field names for left-out values', () => {
  const request = {
    tokenKind: 'organization',
    path: { serviceUserId: '7' },
    query: {},
    mediaType: 'application/json',
    body: { iban: '[redacted]', note: "it's" },
  };

  expect(toCurl(logged({ request }), { origin })).toBe(
    [
      "curl -X POST 'http://127.0.0.1:4020/api/users/external/7/banks'",
      '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
      "-H 'content-type: application/json'",
      `-d '{\n  "iban": "<iban>",\n  "note": "it'\\''s"\n}'`,
    ].join(' \\\n  '),
  );
});

test('a form as curl is encoded field by field', () => {
  const mediaType = 'application/x-www-form-urlencoded';
  const request = { path: {}, query: {}, mediaType, body: { client_secret: '[redacted]', scope: 'payment:a b' } };
  const ticket = operation({ tokenKinds: [], mediaType });

  expect(toCurl(logged({ path: '/token', request }), { origin, operation: ticket })).toBe(
    [
      "curl -X POST 'http://127.0.0.1:4020/token'",
      "--data-urlencode 'client_secret=<client_secret>'",
      "--data-urlencode 'scope=payment:a b'",
    ].join(' \\\n  '),
  );
});

test('a request that was refused early has the token of the operation, and placeholders', () => {
  const request = { path: { serviceUserId: '[redacted]' }, query: { redirectUrl: '[redacted]' } };

  expect(toCurl(logged({ request }), { origin, operation: operation({}) })).toBe(
    [
      "curl -X POST 'http://127.0.0.1:4020/api/users/external/<serviceUserId>/banks?redirectUrl=<value>'",
      '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
      "-H 'content-type: application/json'",
      "-d '<body>'",
    ].join(' \\\n  '),
  );
});
