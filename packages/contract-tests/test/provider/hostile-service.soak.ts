import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { resultOf, summarizeRules } from '../../src/judge/verification.ts';
import { operationOf } from '../../src/pacts/pacts.ts';
import { verify } from '../../src/verify/verify.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allHostsAt, serve, startDeployment, startHost } from '../support/deployments.ts';
import { allInteractions, allPacts, filterPacts } from '../support/pacts.ts';

const page = { 'content-type': 'text/html' };

test('an answer that does not come from the service blames nobody, and the reason is reported', async () => {
  const { sandbox, deployment } = await startDeployment();
  const { url } = await startHost(sandbox.url, (operation) => {
    switch (operation) {
      case 'getUser':
        return 'none';
      case 'addBankAccount':
        return 'break off';
      case 'addAddress':
        return { status: 403, headers: page, body: '<!doctype html><title>Firewall</title>' };
      case 'createContract':
        return { status: 502, headers: {}, body: 'Bad Gateway' };
      case 'updateUser':
        return { status: 429, headers: { 'retry-after': '3600' }, body: '' };
      case 'legacySignUp':
        return { status: 302, headers: { location: 'https://login.example/?to=here' }, body: '' };
      default:
        return undefined;
    }
  });

  const { result, rules } = await verifyDeployment(
    { ...deployment, hosts: allHostsAt(url) },
    {
      rules: ['UAPI-1', 'UAPI-2', 'BANK-1', 'ADDR-1', 'CONTRACT-1', 'MILESTONE-1', 'UAPI-3', 'LEGACY-1'],
      timeoutInMs: 3000,
    },
  );

  const told = rules.map(({ id, outcome, reasons }) => [id, reasons[0]?.text ?? outcome]);
  const noService = 'another server answered';
  expect(result).toBe('incomplete');
  expect(Object.fromEntries(told)).toMatchObject({
    'UAPI-1': 'held',
    'UAPI-2': 'no answer within 3 s',
    'BANK-1': 'no answer (UND_ERR_SOCKET)',
    'ADDR-1': `addAddress: ${noService}: 403, body begins with <!doctype html><title>Firewall</title>`,
    'CONTRACT-1': `createContract: ${noService}: 502, body begins with Bad Gateway`,
    'MILESTONE-1': expect.stringMatching(/^set-up failed: createContract: .*502/),
    'UAPI-3': expect.stringContaining('too many requests (429)'),
    'LEGACY-1': `legacySignUp: ${noService}: 302 to https://login.example/, no body`,
  });
  expect(rules.filter(({ outcome }) => !['held', 'not checkable'].includes(outcome))).toEqual([]);
});

const operations = new Set(allInteractions.filter(({ request }) => request).map(operationOf));

/** How long a run may take besides the timeouts. */
const restInSeconds = 15;

test.for([...operations])('if %s never answers, a run ends soon, and blames nobody', async (hanging) => {
  const timeoutInSeconds = 2;
  const { sandbox, deployment } = await startDeployment();
  const { url } = await startHost(sandbox.url, (operation) => (operation === hanging ? 'none' : undefined));

  const { interactions, durationInSeconds } = await verifyDeployment(
    { ...deployment, hosts: allHostsAt(url) },
    { timeoutInMs: timeoutInSeconds * 1000 },
  );

  expect(durationInSeconds).toBeLessThan(2 * timeoutInSeconds + restInSeconds);
  expect(interactions.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(interactions.map(({ reason }) => reason?.kind)).toContain('timeout');
});

const credentials = {
  organizationToken: 'organization-1',
  clientAdminToken: 'administrator-1',
  legacyUserToken: 'user-1',
  legacyAppToken: 'application-1',
  apiKey: 'key-1',
  clientId: 'client-1',
  clientSecret: 'secret-1',
};

test.for<[what: string, status: number, body: string, says: string, holds: string[]]>([
  // Of an object, rules that ask for a success are held, whatever its body.
  [
    '{}',
    200,
    '{}',
    'registerCustomer returned no number at serviceUserId',
    ['AUTH-1', 'AUTH-3', 'AUTH-9', 'CONTRACT-1'],
  ],
  ['404', 404, '', 'registerCustomer returned 404', []],
  ['an empty 200', 200, '', 'registerCustomer returned no number at serviceUserId', []],
])(
  'a server that always answers %s is broken, holds nothing stated that it does not do, and gets the reason',
  async ([, status, body, says, holds]) => {
    const url = await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });

    const verification = await verify({ pacts: allPacts, deployment: { hosts: allHostsAt(url), credentials } });

    // Who refuses everything holds what is implied to be refused.
    const held = summarizeRules(verification).filter(({ outcome, basis }) => outcome === 'held' && basis === 'stated');
    const texts = verification.interactions.flatMap(({ problems, reason }) => [
      ...problems.map(({ text }) => text),
      reason?.text ?? '',
    ]);
    expect(resultOf(verification)).toBe('broken');
    expect(held.map(({ id }) => id)).toEqual(holds);
    expect(texts).toContainEqual(expect.stringContaining(says));
  },
);

const crashed = { kind: 'pact', text: "Pact's verifier crashed twice" };

test.for<[times: number, effect: string, check: object]>([
  [1, 'is started again', { outcome: 'held' }],
  [2, 'leaves its checks not checkable', { outcome: 'not checkable', reason: crashed }],
])("Pact's process that is killed during a run, %i times, %s", async ([times, , expected]) => {
  const pacts = filterPacts(({ description }) => description.startsWith('AUTH-1b registerCustomer without'));
  const children: ChildProcess[] = [];
  const onChild = (message: unknown) => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  onTestFinished(() => void unsubscribe('child_process', onChild));
  const url = await serve((_, response) => {
    if (children.filter(({ killed }) => killed).length < times) children.at(-1)?.kill('SIGKILL');
    else response.writeHead(401).end();
  });

  const { interactions } = await verify({
    pacts,
    deployment: { hosts: allHostsAt(url), credentials: { organizationToken: 'organization-1' } },
  });

  expect(interactions).toMatchObject([expected]);
  expect(children.length).toBe(2);
});
