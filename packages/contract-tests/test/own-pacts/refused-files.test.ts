import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readOwnPacts } from '../../src/pacts/own-pacts.ts';
import { listPactFiles } from '../../src/pacts/pact-files.ts';
import { valueExamples } from '../../src/states/values.ts';
import { allPacts } from '../support/pacts.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder(afterAll);

/** Writes a file and returns its path. */
function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const json = { 'Content-Type': ['application/json'] };
/** A generator of text with a value of the state. */
const generatorOf = (name: string) => ({ type: 'ProviderState', expression: `Bearer \${${name}}` });

/** A call that can be verified. */
const call = {
  type: 'Synchronous/HTTP',
  description: 'the shop opens a contract',
  providerStates: [{ name: 'an organization' }],
  request: {
    method: 'POST',
    path: '/api/external/contracts',
    headers: { ...json, Authorization: ['Bearer token'] },
    body: { content: {}, contentType: 'application/json' },
    generators: { header: { Authorization: generatorOf('clientAdminToken') } },
  },
  response: { status: 400 },
};

/** A message that can be verified. */
const message = {
  type: 'Asynchronous/Messages',
  description: 'the shop hears of a payment',
  providerStates: [{ name: 'a milestone that has just changed', params: { status: 'PAID' } }],
  contents: { content: { status: 'PAID' }, contentType: 'application/json' },
};

const pactOf = (...interactions: unknown[]) => ({
  consumer: { name: 'my-shop' },
  provider: { name: 'any name' },
  interactions,
  metadata: { pactSpecification: { version: '4.0' } },
});

const withRequest = (changes: object) => pactOf({ ...call, request: { ...call.request, ...changes } });
const withResponse = (changes: object) => pactOf({ ...call, response: { ...call.response, ...changes } });
const withState = (name: string, params?: object) => pactOf({ ...call, providerStates: [{ name, params }] });

/** A call in a state, with a changed request. */
const sentTo = (state: string, changes: object) =>
  pactOf({
    ...call,
    providerStates: [{ name: state, params: { itemPrice: 1000 } }],
    request: { ...call.request, ...changes },
  });

const kitsDescription = allPacts[0]?.interactions[0]?.description;

test.for<[what: string, content: unknown, message: string]>([
  ['text that is no JSON', 'ESCROW_CLIENT_SECRET=s3cret', 'it is not a JSON object'],
  ['a file without a version', { ...pactOf(call), metadata: {} }, "its version of Pact's specification is missing"],
  [
    'a pact of version 2',
    { ...pactOf(call), metadata: { pactSpecification: { version: '2.0.0' } } },
    "its version of Pact's specification is 2.0.0. Write it with version 3 or 4",
  ],
  ['a file without a consumer', { ...pactOf(call), consumer: 'my-shop' }, 'it does not name its consumer'],
  ['a pact without interactions', pactOf(), 'it has no interactions'],
  ['messages of version 3', { ...pactOf(), interactions: undefined, messages: [{}] }, 'Messages need version 4'],
  ['an interaction that is null', pactOf(null), 'interaction "number 1": it must be object'],
  ['an interaction without a description', pactOf({ ...call, description: undefined }), 'description is missing'],
  ['two interactions of one name', pactOf(call, call), 'it has another interaction "the shop opens a contract"'],
  [
    "an interaction named as one of the kit's",
    pactOf({ ...call, description: kitsDescription }),
    "is one of the kit's own checks",
  ],
  ['a synchronous message', pactOf({ ...message, type: 'Synchronous/Messages' }), 'Leave it out'],
  ['a plugin', pactOf({ ...call, pluginConfiguration: {} }), 'needs a plugin'],
  ['the state of version 1', pactOf({ ...call, providerState: 'an organization' }), 'Name it in providerStates'],
  ['an unknown state', withState('a linked costumer'), 'Did you mean "a linked customer"?'],
  ['a name of every object as a state', withState('constructor'), 'there is no state "constructor"'],
  [
    'a state without its parameter',
    withState('a milestone without parties'),
    'the state "a milestone without parties" needs the parameter itemPrice: a number',
  ],
  [
    'an unknown choice',
    withState('a customer with a one-time password', { type: 'EMAIL_OTP' }),
    'needs the parameter type: SERVICE_OTP or NATIONAL_ID_OTP',
  ],
  ['an unknown path', withRequest({ path: '/api/orders' }), 'the document has no path /api/orders'],
  [
    'an unknown method',
    withRequest({ method: 'PUT' }),
    'the document has no PUT of /api/external/contracts, only POST',
  ],
  ['a body without a media type', withRequest({ headers: {} }), 'no header Content-Type with a media type'],
  ['a GET with a body', withRequest({ method: 'GET', path: '/users/usr_1' }), 'a GET has no body'],
  ['the status -1', withResponse({ status: -1 }), 'response.status must be >= 100'],
  ['no answer', pactOf({ ...call, response: undefined }), 'response is missing'],
  [
    'a matcher that is no object',
    withResponse({ matchingRules: { body: { $: { matchers: [7] } } } }),
    'response.matchingRules.body.$.matchers[0] must be object',
  ],
  [
    'a matcher that Pact does not know',
    withResponse({ matchingRules: { body: { $: { matchers: [{ match: 'nonsense' }] } } } }),
    'response.matchingRules.body.$.matchers[0].match must be equal to one of',
  ],
  ['a description of a page', pactOf({ ...call, description: 'a'.repeat(1001) }), 'more than 1000 characters'],
  ['an unknown generator', withRequest({ generators: { body: { $: { type: 'X' } } } }), 'must be equal to one of'],
  [
    'a value that its state does not give',
    withRequest({ generators: { body: { '$.id': generatorOf('milestoneId') } } }),
    'no state of it gives milestoneId. Its states give organizationToken, ',
  ],
  [
    'a template with a value that its state does not give',
    withState('a milestone without parties', { itemPrice: 1, partiesByMilestone: generatorOf('userId') }),
    'gives userId',
  ],
  [
    'a value that is named without braces',
    withRequest({ generators: { header: { Authorization: { type: 'ProviderState', expression: 'token' } } } }),
    'no state of it gives token',
  ],
  [
    'a value without a name',
    withRequest({ generators: { path: { type: 'ProviderState' } } }),
    'a ProviderState generator has no expression',
  ],
  ['a value without a state', pactOf({ ...call, providerStates: [] }), 'Name a state'],
  [
    'an example value of its state without a generator',
    sentTo('a parent contract', {
      method: 'PATCH',
      path: `/api/external/contracts/${valueExamples.contractId}/milestones`,
    }),
    "sends the example contract-example-1 instead of the state's contractId. Place it with value of describeCall",
  ],
  [
    'an example value of its state as a key',
    sentTo('two milestones without parties', {
      method: 'PATCH',
      path: '/api/external/contracts/any/parties',
      body: { content: { mileStonesParties: { 'milestone-example-2': [] } }, contentType: 'application/json' },
      generators: { body: { '$.mileStonesParties.x': generatorOf('milestoneId') } },
    }),
    "instead of the state's otherMilestoneId",
  ],
  [
    'a name of a value without a generator',
    withRequest({ body: { content: [{ id: `\${milestoneId}` }], contentType: 'application/json' } }),
    `its request sends "\${milestoneId}" as it is`,
  ],
  ['a message without a change', pactOf({ ...message, providerStates: [] }), 'a message needs the state'],
])('%s is refused, with the file, the interaction and the remedy', ([what, content, expected]) => {
  const file = write(`${what}.json`, content);

  expect(() => readOwnPacts([file])).toThrow(expect.objectContaining({ code: 'pact_file', file }));
  expect(() => readOwnPacts([file])).toThrow(expected);
  expect(() => readOwnPacts([file])).not.toThrow('s3cret');
});

test('a file that is missing, a folder and a large file are refused', () => {
  mkdirSync(join(folder, 'a-folder'));
  const large = write('large.json', ' '.repeat(10_000_001));

  expect(() => readOwnPacts([join(folder, 'missing.json')])).toThrow('missing.json: there is no such file');
  expect(() => readOwnPacts([join(folder, 'a-folder')])).toThrow('there is no file, but something else');
  expect(() => readOwnPacts([large])).toThrow('it is larger than 10 MB. Split it.');
});

test('a call and a message are read, of version 4 and of version 3, for a provider of any name', () => {
  const { type: _, ...older } = { ...call, description: 'as before' };
  const third = { ...pactOf(older), metadata: { 'pact-specification': { version: '3.0.0' } } };

  const pacts = readOwnPacts([write('4.json', pactOf(call, message)), write('3.json', third)]);

  expect(pacts.map(({ interactions }) => interactions.map(({ type }) => type))).toEqual([
    ['Synchronous/HTTP', 'Asynchronous/Messages'],
    ['Synchronous/HTTP'],
  ]);
});

test('the command says it in one line and contacts nothing', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--list', '--pact', listPactFiles()[0] ?? '']);

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /^contract-tests: --pact .*\.json: ".*" is one of the kit's own checks, which are made without it\. Leave it out, .*\n$/,
  );
});
