import type { RequestListener } from 'node:http';
import { rules } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { type Result, resultOf, type Verification } from '../../src/judge/verification.ts';
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

interface EmptyServer {
  what: string;
  /** Undefined for a port on which nothing listens. */
  answer: RequestListener | undefined;
  result: Result;
  /** What the verification has to say about a call. */
  says: string;
}

const servers: EmptyServer[] = [
  {
    what: 'a server that answers 404 to everything',
    answer: (_, response) => void response.writeHead(404).end(),
    result: 'broken',
    says: 'POST /realms/service/service-partner/customers was answered with 404',
  },
  {
    what: 'a server that answers an empty 200 to everything',
    answer: (_, response) => void response.writeHead(200).end(),
    result: 'broken',
    says: 'serviceUserId is not a number in the answer',
  },
  {
    what: 'a server that answers {} to everything',
    answer: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    result: 'broken',
    says: 'serviceUserId is not a number in the answer',
  },
  {
    what: 'a server that answers every request with a page',
    answer: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    result: 'incomplete',
    says: 'something else than the service answered: 200, a body that begins with <!doctype html>',
  },
  {
    what: 'a server that ends each connection',
    answer: (request) => void request.socket.destroy(),
    result: 'incomplete',
    says: 'no answer (UND_ERR_SOCKET)',
  },
  {
    what: 'a port on which nothing listens',
    answer: undefined,
    result: 'incomplete',
    says: 'no answer (ECONNREFUSED)',
  },
];

describe.for(servers)('verification of $what', ({ answer, result, says }) => {
  let verification: Verification;

  beforeAll(async () => {
    const { url, close } = await startLocalServer(answer ?? (() => {}));
    if (!answer) await close();
    verification = await verifyByPact(pacts, { hosts: allHostsAt(url), credentials });
    if (answer) await close();
  }, verificationLimitInMs);

  test('fails', () => {
    expect(resultOf(verification)).toBe(result);
  });

  test('holds no rule that the pacts have to check', () => {
    const held = summarizeRules(verification).filter(({ outcome, needsCheck }) => needsCheck && outcome === 'held');

    expect(held.map(({ id }) => id)).toEqual([]);
  });

  test('says why', () => {
    const texts = verification.interactions.flatMap(({ problems, reason }) => [
      ...problems.map(({ text }) => text),
      reason?.text ?? '',
    ]);

    expect(
      texts.some((text) => text.includes(says)),
      texts[0],
    ).toBe(true);
  });
});
