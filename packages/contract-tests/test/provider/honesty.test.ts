import type { RequestListener } from 'node:http';
import { rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { type Result, resultOf } from '../../src/judge/verification.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { allInteractions, filterPacts } from '../support/pacts.ts';
import { allHostsAt } from '../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

const isRefusal = ({ response }: Interaction): boolean => (response?.status ?? 200) >= 400;

/** For each rule, the first call that should succeed and the first that should be refused. */
const sample = new Set(
  Object.keys(rules).flatMap((rule) => {
    const ofRule = allInteractions.filter((interaction) => rulesOf(interaction).includes(rule));
    return [ofRule.find((interaction) => !isRefusal(interaction)), ofRule.find(isRefusal)];
  }),
);

/** In `pnpm soak` all. */
const pacts = filterPacts((interaction) => isSoak || sample.has(interaction));

const credentials: Deployment['credentials'] = {
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

/** What each server answers, the result, and what the verification has to say about a call. Without an answer nothing listens. */
const servers: [what: string, answer: RequestListener | undefined, result: Result, says: string][] = [
  ['answers 404', answerAs(404, ''), 'broken', 'POST /realms/service/service-partner/customers was answered with 404'],
  ['answers an empty 200', answerAs(200, ''), 'broken', 'serviceUserId is not a number in the answer'],
  ['answers {}', answerAs(200, 'application/json', '{}'), 'broken', 'serviceUserId is not a number in the answer'],
  [
    'answers with a page',
    answerAs(200, 'text/html', '<!doctype html>'),
    'incomplete',
    'something else than the service answered: 200, a body that begins with <!doctype html>',
  ],
  ['ends each connection', ({ socket }) => void socket.destroy(), 'incomplete', 'no answer (UND_ERR_SOCKET)'],
  ['does not listen', undefined, 'incomplete', 'no answer (ECONNREFUSED)'],
];

test.for(servers)(
  'a server that always %s fails, holds no rule that has to be checked, and is told why',
  { timeout: verificationLimitInMs },
  async ([, answer, result, says]) => {
    const { url, close } = await startLocalServer(answer ?? (() => {}));
    if (!answer) await close();
    const verification = await verifyByPact(pacts, { hosts: allHostsAt(url), credentials });
    if (answer) await close();

    const held = summarizeRules(verification).filter(({ outcome, needsCheck }) => needsCheck && outcome === 'held');
    const texts = verification.interactions.flatMap(({ problems, reason }) => [
      ...problems.map(({ text }) => text),
      reason?.text ?? '',
    ]);
    expect(resultOf(verification)).toBe(result);
    expect(held.map(({ id }) => id)).toEqual([]);
    expect(texts).toContainEqual(expect.stringContaining(says));
  },
);
