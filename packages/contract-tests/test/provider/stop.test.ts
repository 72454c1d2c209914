import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { filterPacts } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt, serve } from '../support/serve.ts';
import { verifyByPact } from '../support/verify-by-pact.ts';

test('a verification that is stopped reports what it has checked, and leaves no organization behind', async () => {
  const { deployment, service } = await startDeployment();
  const stop = new AbortController();
  // By then some runs have ended.
  const onStart = (count: number) => {
    if (count === 80) stop.abort();
  };

  const { result, interactions } = await verifyDeployment(deployment, { onStart, signal: stop.signal });

  expect(new Set(interactions.map(({ outcome }) => outcome))).toEqual(new Set(['held', 'not checkable']));
  expect(interactions.map(({ reason }) => reason)).toContainEqual({ kind: 'stopped', text: 'stopped before its end' });
  expect(result).toBe('incomplete');
  expect(service.store.list('tenants', {}).map(({ id }) => id)).toEqual(['default']);
});

test('a verification that takes too long reports what it has checked', async () => {
  const { deployment } = await startDeployment();

  const { result, interactions } = await verifyDeployment(deployment, { runTimeoutInMs: 1 });

  const stopped = { kind: 'stopped', text: 'stopped after 0.001 s' };
  expect(interactions.filter(({ reason }) => reason?.kind !== stopped.kind)).toEqual([]);
  expect(interactions[0]?.reason).toEqual(stopped);
  expect(result).toBe('incomplete');
});

/** The processes that this one starts until the test ends. */
function watchChildren(): ChildProcess[] {
  const children: ChildProcess[] = [];
  const onChild = (message: unknown) => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  onTestFinished(() => void unsubscribe('child_process', onChild));
  return children;
}

const crashed = { kind: 'pact', text: "Pact's verifier ended unexpectedly, twice" };

test.for([
  [1, 'is started again', { outcome: 'held' }],
  [2, 'leaves its checks not checkable', { outcome: 'not checkable', reason: crashed }],
] as const)("Pact's process that is killed during a run, %i times, %s", async ([times, , expected]) => {
  const pacts = filterPacts(({ description }) => description.startsWith('AUTH-1b registerCustomer without'));
  const children = watchChildren();
  const url = await serve((_, response) => {
    if (children.filter(({ killed }) => killed).length < times) children.at(-1)?.kill('SIGKILL');
    else response.writeHead(401).end();
  });

  const { interactions } = await verifyByPact(pacts, {
    hosts: allHostsAt(url),
    credentials: { organizationToken: 'organization-1' },
  });

  expect(interactions).toMatchObject([expected]);
  expect(children.length).toBe(2);
});
