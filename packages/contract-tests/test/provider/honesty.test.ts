import type { RequestListener } from 'node:http';
import { rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { type Result, resultOf, summarizeRules } from '../../src/judge/verification.ts';
import { isRefusal, ruleOf } from '../../src/pacts/pacts.ts';
import { allInteractions, filterPacts } from '../support/pacts.ts';
import { allHostsAt } from '../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

/** For each rule, the first call that should succeed and the first that should be refused. In `pnpm soak` all. */
const sample = new Set(
  Object.keys(rules).flatMap((rule) => {
    const ofRule = allInteractions.filter((interaction) => ruleOf(interaction) === rule);
    return [ofRule.find((interaction) => !isRefusal(interaction)), ofRule.find(isRefusal)];
  }),
);
const pacts = filterPacts((interaction) => isSoak || sample.has(interaction));

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

/** Rules that ask for a success, whatever its body. */
const heldBySuccess = ['AUTH-1', 'AUTH-3', 'AUTH-9', 'CONTRACT-1'];

/** What each server answers, the result, and what the verification has to say about a call. Without an answer nothing listens. */
test.for<[what: string, answer: RequestListener | undefined, result: Result, says: string, holds?: string[]]>([
  ['answers 404', answerAs(404, ''), 'broken', 'POST /realms/service/service-partner/customers was answered with 404'],
  ['answers an empty 200', answerAs(200, ''), 'broken', 'serviceUserId is not a number in the answer'],
  [
    'answers {}',
    answerAs(200, 'application/json', '{}'),
    'broken',
    'serviceUserId is not a number in the answer',
    heldBySuccess,
  ],
  [
    'answers with a page',
    answerAs(200, 'text/html', '<!doctype html>'),
    'incomplete',
    'something else than the service answered: 200, a body that begins with <!doctype html>',
  ],
  ['ends each connection', ({ socket }) => void socket.destroy(), 'incomplete', 'no answer (UND_ERR_SOCKET)'],
  ['does not listen', undefined, 'incomplete', 'no answer (ECONNREFUSED)'],
])(
  'a server that always %s fails, holds nothing that it does not do, and gets the reason',
  { timeout: verificationLimitInMs },
  async ([, answer, result, says, holds = []]) => {
    const { url, close } = await startLocalServer(answer ?? (() => {}));
    if (!answer) await close();
    const verification = await verifyByPact(pacts, { hosts: allHostsAt(url), credentials });
    if (answer) await close();

    // Who refuses everything holds what is implied to be refused.
    const held = summarizeRules(verification).filter(({ outcome, basis }) => outcome === 'held' && basis === 'stated');
    const texts = verification.interactions.flatMap(({ problems, reason }) => [
      ...problems.map(({ text }) => text),
      reason?.text ?? '',
    ]);
    expect(resultOf(verification)).toBe(result);
    expect(held.map(({ id }) => id)).toEqual(holds);
    expect(texts).toContainEqual(expect.stringContaining(says));
  },
);
