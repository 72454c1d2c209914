import type { RequestListener } from 'node:http';
import { isSoak } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { resultOf, summarizeRules } from '../../src/judge/verification.ts';
import { basisOf, isRefusal, ruleOf } from '../../src/pacts/pacts.ts';
import { verify } from '../../src/verify/verify.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allHostsAt, serve, startDeployment, startHost } from '../support/deployments.ts';
import { allInteractions, filterPacts } from '../support/pacts.ts';

const page = { 'content-type': 'text/html' };

test('what is no answer of the service blames nobody, and the reason is reported', async () => {
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
  const noService = 'something else than the service answered';
  expect(result).toBe('incomplete');
  expect(Object.fromEntries(told)).toMatchObject({
    'UAPI-1': 'held',
    'UAPI-2': 'no answer within 3 s',
    'BANK-1': 'no answer (UND_ERR_SOCKET)',
    'ADDR-1': `addAddress: ${noService}: 403, a body that begins with <!doctype html><title>Firewall</title>`,
    'CONTRACT-1': `createContract: ${noService}: 502, a body that begins with Bad Gateway`,
    'MILESTONE-1': expect.stringMatching(/^its state could not be set up: createContract: .*502/),
    'UAPI-3': expect.stringContaining('too many requests (429)'),
    'LEGACY-1': `legacySignUp: ${noService}: 302 to https://login.example/, no body`,
  });
  expect(rules.filter(({ outcome }) => !['held', 'not checkable'].includes(outcome))).toEqual([]);
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

const answerAs =
  (status: number, contentType: string, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body);

// In `npm test` only calls that should succeed, of each stated rule the first.
const firsts = new Map(
  allInteractions
    .filter((one) => !isRefusal(one) && basisOf(one) === 'stated')
    .toReversed()
    .map((one) => [ruleOf(one), one]),
);
const pacts = filterPacts((one) => isSoak || firsts.get(ruleOf(one)) === one);

type Server = [what: string, answer: RequestListener, says: string, holds: string[]];

// Of an object, rules that ask for a success are held, whatever its body.
const anything: Server = [
  'answers {}',
  answerAs(200, 'application/json', '{}'),
  'serviceUserId is not a number in the answer',
  ['AUTH-1', 'AUTH-3', 'AUTH-9', 'CONTRACT-1'],
];
const nothing: Server[] = [
  ['answers 404', answerAs(404, ''), 'POST /realms/service/service-partner/customers was answered with 404', []],
  ['answers an empty 200', answerAs(200, ''), 'serviceUserId is not a number in the answer', []],
];

test.for([anything, ...(isSoak ? nothing : [])])(
  'a server that always %s is broken, holds nothing stated that it does not do, and gets the reason',
  async ([, answer, says, holds]) => {
    const url = await serve(answer);

    const verification = await verify({ pacts, deployment: { hosts: allHostsAt(url), credentials } });

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
