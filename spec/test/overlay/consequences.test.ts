import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readOverlays } from '../../src/overlay.ts';
import { createRequestValidator } from '../../src/validate.ts';
import { writeOverlay } from './write-overlay.ts';

const webhook = "$['x-webhooks'].contractEvent.post";
const unsigned = `
  - { target: "${webhook}['x-signature']", remove: true }
  - { target: "${webhook}", update: { x-allowed-addresses: [192.0.2.1, 2001:db8::/32] } }
`;

test.each([
  ['hex', ''],
  ['base64', 'a+(b)='],
] as const)(
  'HOOK-2 an event signed in %s after %j, in a header of another name, is as the document says',
  async (encoding, prefix) => {
    const signature = JSON.stringify({ header: 'X-Signature', encoding, prefix });
    const file = writeOverlay(`  - { target: "${webhook}['x-signature']", update: ${signature} }`);
    const body = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };
    const hmac = createHmac('sha256', 'secret').update(JSON.stringify(body)).digest(encoding);

    const validate = createRequestValidator('contractEvent', await readOverlays([file]));

    const violationsOf = (value: string) => validate({ header: { 'x-signature': value }, body });
    expect(violationsOf(prefix + hmac)).toEqual([]);
    const others = [hmac.slice(1), `${prefix}${hmac}0`, `${prefix}${hmac.slice(1)}`, `sha256=${'0'.repeat(64)}`];
    for (const other of others) expect(violationsOf(other)).toMatchObject([{ rule: 'HOOK-2' }]);
    expect(validate({ header: { 'service-signature': prefix + hmac }, body })).toMatchObject([{ path: 'x-signature' }]);
  },
);

test('HOOK-2 AUTH-13 unsigned events have no header, and the rules are off', async () => {
  const document = await readOverlays([writeOverlay(unsigned)]);

  expect(document['x-webhooks']['contractEvent']?.post?.parameters).toEqual([]);
  expect(document['x-rules-off']).toEqual(['HOOK-2', 'AUTH-13']);
});

test('STATE-1 the names of states are those of the overlay in enumerations and examples, even if they change places', async () => {
  const file = writeOverlay(`
  - { target: "$['x-milestone-states']", remove: true }
  - { target: $, update: { x-milestone-states: [NEW, PAID, CREATED, PAYING, DONE] } }
  - { target: $.components.schemas.OtherContractEvent.properties.status, update: { x-known-values: [REFUNDED, PAID] } }
`);

  const { components, 'x-webhooks': webhooks } = await readOverlays([file]);

  const { CreatedMilestone, PaidContractEvent, OtherContractEvent } = components.schemas;
  expect(CreatedMilestone?.properties?.['status']?.enum).toEqual(['NEW']);
  expect(PaidContractEvent?.properties?.['status']?.enum).toEqual(['CREATED']);
  expect(OtherContractEvent?.properties?.['status']).toMatchObject({
    not: { enum: ['CREATED'] },
    'x-known-values': ['PAYING', 'DONE', 'REFUNDED', 'PAID'],
  });
  const example = webhooks['contractEvent']?.post?.requestBody?.content['application/json']?.examples?.['paid'];
  expect(example?.value).toMatchObject({ status: 'CREATED' });
});

test('PARTY-3 PARTY-2a rules that are off refuse nothing, and others still do', async () => {
  const party = { phoneNumber: '+966500000001', amount: 1 };
  const parties = [
    { ...party, role: 'PROVIDER', isSender: true },
    { ...party, role: 'CUSTOMER', arbitrator: 'perhaps' },
    { ...party, role: 'BROKER', arbitrator: true },
  ];
  const file = writeOverlay('  - { target: $, update: { x-rules-off: [PARTY-3, PARTY-2a] } }');

  const validate = createRequestValidator('addParties', await readOverlays([file]));

  const body = { mileStonesParties: { 'milestone-1': parties } };
  expect(validate({ path: { contractId: 'contract-1' }, body })).toMatchObject([
    { path: 'mileStonesParties.milestone-1[2].isSender', rule: 'PARTY-1a' },
  ]);
});

test('USER-1d a rule that is off for a shared schema stays on where the schema states another one', async () => {
  const file = writeOverlay('  - { target: $, update: { x-rules-off: [USER-1] } }');

  const document = await readOverlays([file]);

  const register = createRequestValidator('registerCustomer', document);
  const update = createRequestValidator('updateUser', document);
  expect(register({ body: { phoneNumber: 'none' } })).toEqual([]);
  expect(update({ path: { userId: 'user-1' }, body: { phone: 'none' } })).toMatchObject([{ rule: 'UAPI-3' }]);
});

/** Adds the operation `logIn`, which answers with this status and content. */
const addLogIn = (status: number, content: string): string => `
  - target: $.paths
    update:
      /log-in:
        servers: [{ url: https://auth.escrow.example, x-host: auth }]
        post:
          operationId: logIn
          security: []
          x-retry: write
          requestBody: { content: { application/json: { schema: {} } } }
          responses:
            ${status}:
              description: A token.
              content: { application/json: ${content} }
`;

test('AUTH-12 the example of a log-in gives the token that mock and sandbox accept', async () => {
  const file = writeOverlay(`
${addLogIn(201, '{ schema: {}, example: { data: { "a/b": any, expiresIn: 300 } } }')}
  - target: $.components.securitySchemes.apiKey
    update: { x-obtained-by: { operation: logIn, token: /data/a~1b, expiresInSeconds: /data/expiresIn } }
`);

  const { paths } = await readOverlays([file]);

  const { responses } = paths['/log-in']?.post ?? {};
  const examples = { example: { value: { data: { 'a/b': 'key_sandbox', expiresIn: 300 } } } };
  expect(responses?.['201']).toMatchObject({ content: { 'application/json': { examples } } });
  expect(responses?.['default']).toEqual({ $ref: '#/components/responses/OtherRefusal' });
});

test('AUTH-12 the token of a log-in is a secret in its answer, and a schema that others share stays as it is', async () => {
  const file = writeOverlay(`
  - { target: $.components.schemas, update: { Text: { type: string } } }
${addLogIn(200, '{ schema: { properties: { key: { $ref: "#/components/schemas/Text" } } }, example: { key: any } }')}
  - { target: $.components.securitySchemes.apiKey, update: { x-obtained-by: { operation: logIn, token: /key } } }
`);

  const { paths, components } = await readOverlays([file]);

  const schema = { properties: { key: { type: 'string', 'x-sensitive': 'secret' } } };
  expect(paths['/log-in']?.post?.responses['200']).toMatchObject({ content: { 'application/json': { schema } } });
  expect(components.schemas['Text']).toEqual({ type: 'string' });
});

test('AUTH-12 a login that gives the kind of token that its body asks for has an example of each kind', async () => {
  const file = writeOverlay(`
${addLogIn(200, '{ schema: {}, example: { data: any, type: bearer } }')}
  - target: $.components.securitySchemes
    update:
      legacyAppToken: { x-obtained-by: { operation: logIn, token: /data, when: { grant: app } } }
      clientAdminToken: { x-obtained-by: { operation: logIn, token: /data, when: { grant: admin } } }
`);

  const { paths } = await readOverlays([file]);

  const examples = {
    clientAdmin: { value: { data: 'adm_sandbox', type: 'bearer' } },
    legacyApp: { value: { data: 'app_sandbox', type: 'bearer' } },
  };
  expect(paths['/log-in']?.post?.responses['200']).toMatchObject({ content: { 'application/json': { examples } } });
});
