import { expect, test } from 'vitest';
import { type Operation, toCurl } from '../src/requests/curl.ts';

type Logged = Parameters<typeof toCurl>[0];

const origin = 'http://127.0.0.1:4020';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const takesJson = { tokenKinds: ['organization'], mediaType: json };

test.each<[string, Logged['request'], Partial<Operation>, string[]]>([
  [
    'has variables for tokens and field names for left-out values',
    {
      ...{ tokenKind: 'organization', path: { id: '7' }, mediaType: json },
      body: { iban: '[redacted]', note: "it's" },
    },
    takesJson,
    [
      "'http://127.0.0.1:4020/users/7/banks'",
      '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
      "-H 'content-type: application/json'",
      `-d '{\n  "iban": "<iban>",\n  "note": "it'\\''s"\n}'`,
    ],
  ],
  [
    'of a form is encoded field by field',
    { path: { id: '7' }, mediaType: form, body: { client_secret: '[redacted]', scope: 'payment:a b' } },
    { tokenKinds: [], mediaType: form },
    [
      "'http://127.0.0.1:4020/users/7/banks'",
      "--data-urlencode 'client_secret=<client_secret>'",
      "--data-urlencode 'scope=payment:a b'",
    ],
  ],
  [
    'that was refused early has the token of the operation, and placeholders',
    { path: { id: '[redacted]' }, query: { redirectUrl: '[redacted]' } },
    takesJson,
    [
      "'http://127.0.0.1:4020/users/<id>/banks?redirectUrl=<value>'",
      '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
      "-H 'content-type: application/json'",
      "-d '<body>'",
    ],
  ],
])('a request as curl %s', (_, request, facts, lines) => {
  const logged = { method: 'POST', path: '/users/{id}/banks', request } as Logged;

  expect(toCurl(logged, { origin, operation: facts as Operation })).toBe(`curl -X POST ${lines.join(' \\\n  ')}`);
});
