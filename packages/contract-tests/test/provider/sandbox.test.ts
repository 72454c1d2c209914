import { startService } from '@escrow-kit/sandbox/testing';
import type { HostName } from '@escrow-kit/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultOf, type Verification } from '../../src/verify/verification.ts';
import { allPacts } from '../support/filter-pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { byDescription, verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { type Host, startHost } from './start-host.ts';

const names: HostName[] = ['contract', 'auth', 'identity', 'users', 'legacy'];

let started: Awaited<ReturnType<typeof startService>>;
let hosts: Host[];
let verification: Verification;
let verified: ReturnType<typeof byDescription>;

// One verification of all pacts, on SQLite; postgres.test.ts has the other store.
beforeAll(async () => {
  started = await startService({ validateResponses: true });
  hosts = await Promise.all(names.map(() => startHost(started.sandbox.url)));
  const urls = Object.fromEntries(names.map((name, index) => [name, hosts[index]?.url ?? '']));
  verification = await verifyByPact(allPacts, { ...(await deploymentOf(started.sandbox)), hosts: urls });
  verified = byDescription(verification);
}, verificationLimitInMs);

afterAll(async () => {
  for (const host of hosts ?? []) host.close();
  await started?.sandbox.close();
});

test.for(allPacts.flatMap(({ interactions }) => interactions))('$description', ({ description }) => {
  expect(verified.get(description)).toMatchObject({ problems: [], outcome: 'held' });
});

test('the result is that all held', () => {
  expect(resultOf(verification)).toBe('held');
});

test('each operation goes to the host that the document names, below the path of its address', () => {
  const seen = hosts.map((host) => [...host.seen]);

  expect(seen).toEqual(names.map((name) => [name]));
});

test('no organization is left behind', async () => {
  const tenants = await started.service.db.selectFrom('tenants').select('id').execute();

  expect(tenants).toEqual([{ id: 'default' }]);
});
