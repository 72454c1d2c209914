import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isSoak } from '@escrow-kit/tools';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allHostsAt, serve, startDeployment } from '../support/deployments.ts';
import { filterPacts } from '../support/pacts.ts';

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

type Kill = [times: number, effect: string, check: object];
const once: Kill = [1, 'is started again', { outcome: 'held' }];
const twice: Kill = [2, 'leaves its checks not checkable', { outcome: 'not checkable', reason: crashed }];

test.for(isSoak ? [once, twice] : [once])(
  "Pact's process that is killed during a run, %i times, %s",
  async ([times, , expected]) => {
    const pacts = filterPacts(({ description }) => description.startsWith('AUTH-1b registerCustomer without'));
    const children = watchChildren();
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
  },
);
