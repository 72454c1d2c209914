import { expect, test } from 'vitest';
import { explore } from '../../src/explore/explore.ts';
import { startHost } from '../provider/start-host.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { exploreMutant, mutantThat } from './explore-mutant.ts';

test('a sandbox answers generated requests as is due', async () => {
  const { deployment } = await startDeployment();

  const exploration = await explore({ deployment, cases: 75, seed: 1 });

  expect(exploration).toEqual({ cases: 75, seed: 1, failures: [], leftOut: [] });
});

const planted = [
  {
    does: 'takes paymentMethods, isDeliverable and isInspectable',
    failure: {
      outcome: 'broken',
      operationId: 'addMilestones',
      changes: [expect.stringMatching(/^milestones\[.\]\.(paymentMethods|isDeliverable|isInspectable) is /)],
    },
    text: expect.stringMatching(/^the status is 200 instead of any 4xx: milestones\[.\]\.\w+ must not be sent$/),
  },
  {
    does: 'wants a street',
    failure: {
      outcome: 'broken',
      operationId: 'addAddress',
      changes: ['street is left out'],
    },
    text: 'the status is 400 instead of any 2xx',
  },
  {
    does: 'leaves out verification_status',
    failure: {
      outcome: 'broken',
      operationId: 'getUser',
      changes: [],
    },
    text: 'data.verification_status: is missing',
  },
];

test.for(planted)('a sandbox that $does is found out by a small request', async ({ does, failure, text }) => {
  const mutant = mutantThat(does);

  const failures = await exploreMutant(mutant, { cases: 2000, isWanted: (id) => id === failure.operationId });

  const { rule } = mutant;
  const problems = [expect.objectContaining({ kind: 'answer', rule, text })];
  expect(failures).toEqual([expect.objectContaining({ rules: [rule], problems, ...failure })]);
});

/** Limits that a service may have, because none is shown. */
const limits: Record<string, (body: string) => boolean> = {
  letters: (body) => /[^\x20-\x7e]/.test(body),
  length: (body) => /"[^"]{256,}"/.test(body),
  amount: (body) => /"itemPrice":\d{6,}\b/.test(body),
  parties: (body) => /"amount":([1-9]|[1-3]\d)[,}]/.test(body),
  milestones: (body) => body.split('"itemPrice"').length > 3,
};

test('LIMIT-1 a deployment with limits of its own is not called broken', async ({ onTestFinished }) => {
  const { sandbox, deployment } = await startDeployment();
  const met = new Set<string>();
  const host = await startHost(sandbox.url, {
    changeAnswer(answer, { body }) {
      const exceeded = Object.keys(limits).filter((name) => limits[name]?.(body));
      for (const name of exceeded) met.add(name);
      return exceeded.length > 0 ? { ...answer, status: 400 } : answer;
    },
  });
  onTestFinished(host.close);

  const limited = { ...deployment, hosts: allHostsAt(host.url) };
  const { failures } = await explore({ deployment: limited, cases: 75, seed: 121 });

  expect(failures.map(({ description }) => description)).toEqual([]);
  expect([...met].sort()).toEqual(Object.keys(limits).sort());
});

test('what can not be called is left out with its reason, and the rest is explored', async () => {
  const { hosts, credentials } = (await startDeployment()).deployment;
  const { apiKey: _, ...others } = credentials;

  const { cases, leftOut } = await explore({ deployment: { hosts, credentials: others }, cases: 50, seed: 1 });

  expect(cases).toBeGreaterThan(25);
  expect(Object.fromEntries(leftOut.map(({ operationId, reason }) => [operationId, reason]))).toEqual({
    getUser: expect.stringContaining('--api-key'),
    linkUser: '--api-key is not given',
    updateUser: expect.stringContaining('--api-key'),
    validateOtp: 'the deployment has no control API',
  });
});

test('a signal stops it, and what was found until then is returned', async () => {
  const { deployment } = await startDeployment();
  const stop = new AbortController();
  const onStart = (count: number) => count === 20 && stop.abort(new Error('stopped'));

  const { cases, leftOut } = await explore({
    deployment,
    cases: 100_000,
    seed: 1,
    onStart,
    signal: stop.signal,
  });

  expect(cases).toBeLessThan(20);
  expect(leftOut).toEqual([]);
});
