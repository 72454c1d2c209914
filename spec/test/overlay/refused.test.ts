import { truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import bundle from '../../openapi.bundle.json' with { type: 'json' };
import { OverlayError, readOverlays } from '../../src/overlay.ts';
import { writeOverlay, writeOverlayText } from './write-overlay.ts';

async function refusalOf(file: string): Promise<OverlayError> {
  const error = await readOverlays([file]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OverlayError);
  expect(error).toMatchObject({ file });
  return error as OverlayError;
}

const webhook = "$['x-webhooks'].contractEvent.post";
const addParties = "$.paths['/api/external/contracts/{contractId}/parties']";

/** An operation that could be added, with changes. */
const added = (changes: object = {}, path = '/added', method = 'post'): string => {
  const responses = { 200: { description: 'Done.', content: { 'application/json': { schema: {}, example: 1 } } } };
  const operation = { operationId: 'added', security: [], 'x-retry': 'write', responses, ...changes };
  const item = { servers: [{ url: 'https://escrow.example', 'x-host': 'contract' }], [method]: operation };
  return JSON.stringify({ target: '$.paths', update: { [path]: item } });
};

const needsHeader = (name: string, example: unknown): string => {
  const parameters = [{ name, in: 'header', required: true, schema: { type: 'string' }, example }];
  return JSON.stringify({ target: `${addParties}.patch`, update: { parameters } });
};

const inSchemas = (schemas: string): string => update('$.components.schemas', `{ ${schemas} }`);

const obtained = (token: string, operation: string): string =>
  update(`$.components.securitySchemes.${token}`, `{ x-obtained-by: { operation: ${operation}, token: /a } }`);

const listing = '{ operation: registerCustomer, token: /userIdentification }';

const remove = (target: string): string => JSON.stringify({ target, remove: true });

/** An action that updates by a value in YAML. */
const update = (target: string, value: string): string => `{ target: ${JSON.stringify(target)}, update: ${value} }`;

const refusedActions: [what: string, action: string, reason: RegExp][] = [
  ['removes an operation', remove(`${addParties}.patch`), /addParties cannot be removed/],
  ['renames an operation', update(`${addParties}.patch`, '{ operationId: setParties }'), /addParties cannot be/],
  ['makes a write repeatable', update(`${addParties}.patch`, '{ x-retry: read }'), /x-retry of addParties/],
  ['removes a mark of a secret', remove("$..ticket['x-sensitive']"), /Ticket.*x-sensitive: secret/],
  ['weakens a mark', update('$.components.schemas.Ticket.properties.ticket', '{ x-sensitive: personal }'), /secret/],
  ['unmarks a named schema', remove("$.components.schemas.PhoneNumber['x-sensitive']"), /PhoneNumber/],
  [
    'adds an unmarked field of such a name',
    update('$.components.schemas.CreatedContract.properties', '{ iban: { type: string } }'),
    /iban needs x-sensitive: personal/,
  ],
  [
    'unmarks a field in a schema with the name example',
    inSchemas('example: { properties: { ticket: { type: string } } }'),
    /needs x-sensitive/,
  ],
  ['names an unknown host', update(`${addParties}.servers[0]`, '{ x-host: moon }'), /x-host .* moon/],
  ['removes a host', remove("$['x-hosts'][?@=='auth']"), /auth cannot be removed/],
  ['switches off an unknown rule', update('$', '{ x-rules-off: [PARTY-99] }'), /PARTY-99/],
  ['states an unknown rule', update('$.components.schemas.Party', '{ x-constraints: { type: ME-1 } }'), /ME-1/],
  ['states an unknown check', update('$.components.schemas.Metadata', '{ x-check: [isNice] }'), /isNice/],
  ['is for another OpenAPI', update('$', '{ openapi: 3.1.0 }'), /#\/openapi: .*3.0.3/],
  ['makes the document invalid', update('$.components.schemas.Party', '{ type: integral }'), /Party/],
  ['removes what all need', remove("$['x-milestone-states']"), /x-milestone-states/],
  [
    'makes a pattern of nonsense',
    update('$.components.schemas.PhoneNumber', '{ pattern: "(" }'),
    /PhoneNumber.pattern/,
  ],
  [
    'makes a pattern that is one only without the flag u',
    update('$.components.schemas.PhoneNumber', "{ pattern: '^\\@$' }"),
    /PhoneNumber has the pattern/,
  ],
  [
    'renames a status in the event alone',
    update('$.components.schemas.PaidContractEvent.properties.status', '{ enum: [FUNDED] }'),
    /PAID|FUNDED/,
  ],
  ['selects nothing', update('$.paths.nowhere', '{ a: 1 }'), /selects nothing/],
  ['selects what JavaScript adds', update('$.constructor', '{ a: 1 }'), /selects nothing/],
  ['selects a prototype', update('$.__proto__', '{ polluted: true }'), /selects nothing/],
  ['runs a script', remove('$[?(process.exit(9))]'), /not a JSONPath/],
  ['removes the document', remove('$'), /cannot be removed/],
  ['replaces a value', update('$.info.title', 'Other'), /single value/],
  ['updates a list by a list', update('$.tags', '[{ name: A }]'), /one entry/],
  ['merges an object into a list', update('$', '{ tags: { name: A } }'), /tags is a list/],
  ['needs a header with an impossible name', needsHeader('x y', 'v'), /cannot set the header x y of addParties/],
  ['needs a token as a header', needsHeader('Authorization', 'v'), /Authorization of addParties.* security scheme/],
  [
    'needs a header of the connection',
    needsHeader('transfer-encoding', 'chunked'),
    /cannot set the header transfer-encoding/,
  ],
  [
    'has a header of several lines',
    needsHeader('x-a', 'a\r\nb: c'),
    /header x-a of addParties needs an example of one line/,
  ],
  ['has a header of an object', needsHeader('x-a', {}), /header x-a of addParties needs an example of one line/],
  ['refers to a file', inSchemas('X: { $ref: "file:///etc/passwd" }'), /does not point to a component/],
  ['refers to an address', inSchemas('X: { $ref: "http://127.0.0.1/x" }'), /does not point to a component/],
  [
    'refers to an example',
    inSchemas('X: { $ref: "#/components/schemas/Ticket/example" }'),
    /does not point to a component/,
  ],
  ['refers to nothing', inSchemas('X: { $ref: "#/components/schemas/Y" }'), /does not point to a component/],
  ['refers in a circle', inSchemas('X: { type: array, items: { $ref: "#/components/schemas/X" } }'), /circular/],
  ['sends events of anybody', remove(`${webhook}['x-signature']`), /x-allowed-addresses/],
  ['allows no address', update(`${webhook}`, '{ x-allowed-addresses: [shop.example] }'), /shop.example/],
  ['signs by no algorithm', update(`${webhook}['x-signature']`, '{ algorithm: md5 }'), /algorithm/],
  ['retries in no time', update(`${webhook}['x-retry-schedule']`, '0'), /x-retry-schedule/],
  ['adds a webhook', update("$['x-webhooks']", '{ other: { post: {} } }'), /x-webhooks/],
  ['gets a token from nowhere', obtained('apiKey', 'logIn'), /logIn/],
  ['gets a token by the same token', obtained('apiKey', 'getUser'), /needs that token first/],
  ['removes a kind of token', remove('$.components.securitySchemes.legacyAppToken'), /legacyAppToken/],
  [
    'adds an operation without example',
    added({ responses: { 200: { description: 'Done.', content: { 'application/json': { schema: {} } } } } }),
    /example/,
  ],
  ['adds an operation without success', added({ responses: { 404: { description: 'No.' } } }), /success response/],
  ['adds an operation without retry class', added({ 'x-retry': undefined }), /x-retry/],
  ['adds an operation without security', added({ security: undefined }), /security/],
  ['adds an operation with an unknown token', added({ security: [{ moonToken: [] }] }), /moonToken/],
  ['adds an operation with a taken id', added({ operationId: 'getUser' }), /getUser is used twice/],
  ['adds a parameter of no schema to a path', added({}, '/added/{id}'), /\{id\}/],
  ['adds a path that another one hides', added({}, '/payments/{x}', 'get'), /twice|\{x\}/],
  ['adds a path in another case', added({}, '/Payments'), /post \/payments is used twice/],
  ['adds a POST that may be repeated as a read', added({ 'x-retry': 'read' }), /read, but it is not a GET/],
  [
    'gets a token by a payment',
    obtained('clientAdminToken', 'createPayment'),
    /createPayment, which must not be repeated/,
  ],
  [
    'gets tokens by each other',
    update(
      '$.components.securitySchemes',
      '{ apiKey: { x-obtained-by: { operation: startPayment, token: /a } }, clientAdminToken: { x-obtained-by: { operation: getUser, token: /a } } }',
    ),
    /needs that token first/,
  ],
  ['switches off what names the statuses', update('$', '{ x-rules-off: [HOOK-1] }'), /status of an event/],
  ['has a field that Overlay 1.0 lacks', '{ target: $, copy: $.info }', /Other fields are not supported/],
  [
    'has one login for two kinds of token, which does not say which',
    update(
      '$.components.securitySchemes',
      `{ apiKey: { x-obtained-by: ${listing} }, legacyAppToken: { x-obtained-by: ${listing} } }`,
    ),
    /needs its own when: registerCustomer returns several kinds/,
  ],
  ['says what is open for people alone', update('$.components.schemas.Party', '{ x-not-shown: All. }'), /x-open/],
  ['says what is open as data alone', update('$.components.schemas.Party', '{ x-open: [body] }'), /x-not-shown/],
  [
    'says what is open by an unknown name',
    update('$.components.schemas.Party', '{ x-not-shown: All., x-open: [all] }'),
    /some of status, body/,
  ],
  ['does nothing', '{ target: $.info }', /update or remove/],
];

test.each(refusedActions)('an action that %s is refused', async (_what, action, reason) => {
  const error = await refusalOf(writeOverlay(`  - ${action}\n`));

  expect(error.message).toMatch(reason);
  expect(error.line).toBe(4);
  expect({}).not.toHaveProperty('polluted');
});

test.each(['removes an operation', 'switches off what names the statuses'])(
  'among others, an action that %s is refused by its line',
  async (what) => {
    const [, action] = refusedActions.find(([name]) => name === what) ?? [];
    const harmless = '  - { target: $.info, update: { x-note: harmless } }\n';

    expect((await refusalOf(writeOverlay(`${harmless}  - ${action}\n${harmless}`))).line).toBe(5);
  },
);

test.each(['//evil.example/x', '/a/../payments', '/payment%73'])(
  'an operation of the path %s, which servers may read in another way, is refused',
  async (path) => {
    const file = writeOverlay(`  - ${added({}, JSON.parse(`"${path}"`))}\n`);

    expect((await refusalOf(file)).message).toMatch(/#\/paths\/.* must match pattern/);
  },
);

test.each(['128.0.0.0/1', '2000::/3'])(
  'HOOK-2 events that come unsigned from nearly anywhere (%s) are refused',
  async (block) => {
    const file = writeOverlay(`
  - { target: "${webhook}['x-signature']", remove: true }
  - { target: "${webhook}", update: { x-allowed-addresses: ["${block}"] } }
`);

    const { line, message } = await refusalOf(file);

    expect(message).toContain(`x-allowed-addresses has ${block}`);
    expect(line).toBe(6);
  },
);

test('the action is named that makes the fault which stays, not one whose fault another mends', async () => {
  const versions = ['3.1.0', bundle.openapi, '3.1.0', '3.1.0'];
  const file = writeOverlay(versions.map((openapi) => `  - { target: $, update: { openapi: ${openapi} } }\n`).join(''));

  expect((await refusalOf(file)).line).toBe(6);
});

test('a path without a parameter that callers fill in is refused, one with other words is not', async () => {
  const move = (to: string): string =>
    writeOverlay(`  - target: "${addParties}"
    remove: true
  - target: $.paths
    update: { "${to}": ${JSON.stringify(bundle.paths['/api/external/contracts/{contractId}/parties'])} }`);

  expect((await refusalOf(move('/v3/parties'))).message).toMatch(
    /:6: The path of addParties must keep its parameters: contractId/,
  );
  const { paths } = await readOverlays([move('/v3/deals/{contractId}/parties')]);
  expect(paths).toHaveProperty(['/v3/deals/{contractId}/parties', 'patch']);
});

describe('a file that is no overlay is refused', () => {
  const bombs = Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`).join(
    '\n',
  );
  const head = 'overlay: 1.0.0\ninfo: { title: T, version: "1" }\n';
  test.each([
    ['other text', 'nothing', 1, /an object with overlay/],
    ['broken YAML', `${head}actions: [`, 3, /not valid YAML/],
    ['another version', 'overlay: 2.0.0\ninfo: { title: T, version: "1" }\nactions: []', 1, /1.0.0/],
    ['a key twice', `${head}actions: []\nactions: []`, 4, /not valid YAML/],
    [
      'a key __proto__',
      `${head}actions:\n  - target: $\n    update: { x-a: { __proto__: { polluted: true } } }`,
      5,
      /__proto__/,
    ],
    ['a tag', `${head}actions:\n  - target: $\n    update: { x-a: !!js/function 'x' }`, 5, /not valid YAML/],
    ['aliases that grow', `a0: &a0 [x]\n${bombs}`, 1, /aliases/],
    [
      'an alias that names itself',
      `${head}actions:\n  - target: $\n    update: &a { x-a: *a }`,
      5,
      /alias a refers to itself/,
    ],
    ['bytes', `${head}actions: [{ target: $, update: { x-a: !!binary aGk= } }]`, 3, /JSON has no such value/],
    ['20,000 levels', `${head}actions: ${'['.repeat(20_000)}`, 3, /not valid YAML/],
    ['not UTF-8', new Uint8Array([0x6f, 0xff, 0xfe]), 1, /UTF-8/],
  ])('%s', async (_what, text, line, reason) => {
    const error = await refusalOf(writeOverlayText(text));

    expect(error.message).toMatch(reason);
    expect(error.line).toBe(line);
    expect({}).not.toHaveProperty('polluted');
  });

  test('50 MB, a folder, and nothing', async () => {
    const file = writeOverlayText('');
    truncateSync(file, 50_000_000);

    expect((await refusalOf(file)).message).toMatch(/1 MiB/);
    expect((await refusalOf(dirname(file))).message).toMatch(/not a file/);
    expect((await refusalOf(`${file}.none`)).message).toMatch(/ENOENT/);
  });
});
