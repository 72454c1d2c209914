import type { Schema } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { bodyOf, callOf } from '../support/exchange-of.ts';
import { overlayOf } from './propose.ts';
import { judgeUnder } from './under-overlay.ts';

/** What no file may hold. */
const secrets = {
  user: 'shop-admin',
  password: 'Tr0ub4dor',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  refreshToken: '9f1c3a7be2d84c6f9f1c3a7be2d84c6f',
  otp: '483920',
  person: 'Layla',
  localPhone: '0501112233',
  civilNumber: '1023456789',
  street: 'Olaya',
};

const head = { kind: 'call', startedAt: 0, durationInMs: 1, host: 'contract' } as const;
const json: [string, string][] = [['content-type', 'application/json']];

const login: RawExchange = {
  ...head,
  method: 'POST',
  target: '/api/v2/auth/login?loginName=shop-admin',
  requestHeaders: json,
  requestBody: bodyOf({ username: secrets.user, password: secrets.password, code: secrets.otp }),
  response: {
    status: 200,
    headers: [...json, ['x-session-token', secrets.refreshToken], ['x-ratelimit-remaining', '7']],
    body: bodyOf({
      data: { accessToken: secrets.accessToken, refreshToken: secrets.refreshToken, expiresIn: 900 },
      greeting: secrets.person,
    }),
  },
};

const read: RawExchange = {
  ...head,
  method: 'GET',
  target: `/api/v2/customers/${secrets.localPhone}`,
  requestHeaders: [['authorization', `Bearer ${secrets.accessToken}`]],
  requestBody: bodyOf(undefined),
  response: {
    status: 200,
    headers: json,
    body: bodyOf({
      contactPerson: secrets.person,
      supportPhone: secrets.localPhone,
      civilNumber: secrets.civilNumber,
      civil: Number(secrets.civilNumber),
      nested: { homeAddress: secrets.street, mobiles: [secrets.localPhone], owner: secrets.person },
    }),
  },
};

/** A field that joins an answer of the document, and one in an answer that is not shown. */
const joined = [
  callOf('registerCustomer', {
    answer: { serviceUserId: 1001, userIdentification: 5001, contactPerson: secrets.person, helper: secrets.person },
  }),
  callOf('addParties', { answer: { owner: secrets.person, supportPhone: secrets.localPhone } }),
];

const exchanges = [login, read, ...joined, login, read, ...joined, login, read, ...joined];

const propose = (): string => overlayOf(exchanges.map(createJudge()));

const proposed: [form: string, edit: (overlay: string) => string] = ['as it was proposed', (overlay) => overlay];
const unmarked: typeof proposed = ['without its marks', (text) => text.replaceAll(/^ *x-sensitive: .*\n/gm, '')];

// Without marks, names and forms alone have to tell, which is harder.
test.each(isSoak ? [proposed, unmarked] : [unmarked])(
  'nothing secret or personal is kept under the overlay of an added login, %s',
  async (_form, edit) => {
    const overlay = edit(propose());

    const { kept } = await judgeUnder(overlay, exchanges);

    expect(new Set(kept.map(({ operation }) => operation))).toEqual(
      new Set(['postAuthLogin', 'getV2Customers', 'registerCustomer', 'addParties']),
    );
    const text = `${overlay} ${JSON.stringify(kept)}`;
    expect(Object.values(secrets).filter((secret) => text.includes(secret))).toEqual([]);
  },
);

test('fields of an added login are proposed as secret or personal', () => {
  expect(Object.fromEntries(marksIn(parse(propose())))).toEqual({
    loginName: 'personal',
    username: 'personal',
    password: 'secret',
    accessToken: 'secret',
    refreshToken: 'secret',
    contactPerson: 'personal',
    supportPhone: 'personal',
    homeAddress: 'personal',
    mobiles: 'personal',
  });
});

/** The marked fields and parameters, with their marks. */
function marksIn(node: unknown): [name: string, mark: string][] {
  if (typeof node !== 'object' || node === null) return [];
  const { name, schema, properties } = node as { name?: string; schema?: Schema; properties?: Record<string, Schema> };
  const schemas = { ...properties, ...(name !== undefined && { [name]: schema }) };
  const own = Object.entries(schemas).flatMap(([key, value]): [string, string][] =>
    value?.['x-sensitive'] ? [[key, value['x-sensitive']]] : [],
  );
  return [...own, ...Object.values(node).flatMap(marksIn)];
}
