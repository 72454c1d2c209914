import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostNames } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { verify } from '../../src/verify/verify.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startDeployment, startHost } from '../support/deployments.ts';
import { allInteractions, allPacts } from '../support/pacts.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { observeEntries } from '../support/traffic.ts';

test('a sandbox holds every check, by calls of the right hosts that contradict nothing, and keeps no organization', async () => {
  const { sandbox, service } = await startDeployment();
  const { credentials, control } = await sandbox.control.createTenant();
  await sandbox.control.changeSettings({ usersApiRequestsPerMinute: 100_000 });
  const hosts = await Promise.all(hostNames.map(() => startHost(sandbox.url)));
  const urls = hostNames.map((name, index) => [`ESCROW_${name.toUpperCase()}_URL`, hosts[index]?.url ?? '']);
  const folder = temporaryFolder();
  const [junit, json] = [join(folder, 'report.xml'), join(folder, 'report.json')];

  const { exitCode, stdout, stderr } = await runCommand(['verify', '--junit', junit, '--json', json], {
    ...variablesOf(credentials),
    ...Object.fromEntries(urls),
    ESCROW_CONTROL_URL: sandbox.url,
    ESCROW_CONTROL_TENANT: control.tenant,
  });
  const { result, interactions } = JSON.parse(readFileSync(json, 'utf8'));
  const observed = await Promise.all(hosts.map(({ entries }) => observeEntries(entries)));

  expect([exitCode, result], stdout + stderr).toEqual([0, 'held']);
  expect(interactions).toHaveLength(allInteractions.length);
  expect(stdout).toMatch(/^\d+ rules held, none is broken/m);
  expect(readFileSync(junit, 'utf8')).toContain(`tests="${allInteractions.length}" failures="0" errors="0" `);
  expect(observed.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  // The address itself is requested to see whether anything answers.
  const unknownCalls = observed.flatMap((report) => report.unknownCalls.map(({ call }) => call));
  expect(new Set(unknownCalls)).toEqual(new Set(['GET /']));
  expect(hosts.map(({ seen }) => [...seen])).toEqual(hostNames.map((name) => [name]));
  expect(
    service.store
      .list('tenants', {})
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['default', control.tenant].sort());
});

test('a verification that takes too long reports what it has checked', async () => {
  const { deployment } = await startDeployment();

  const { result, interactions } = await verifyDeployment(deployment, { runTimeoutInMs: 1 });

  const stopped = { kind: 'stopped', text: 'stopped after 0.001 s' };
  expect(interactions.filter(({ reason }) => reason?.kind !== stopped.kind)).toEqual([]);
  expect(interactions[0]?.reason).toEqual(stopped);
  expect(result).toBe('incomplete');
});

test.runIf(isSoak)('twenty runs on one deployment give the same result', async () => {
  const { deployment } = await startDeployment();

  for (let run = 1; run <= 20; run += 1) {
    const { interactions } = await verify({ pacts: allPacts, deployment });

    expect(
      interactions.filter(({ outcome }) => outcome !== 'held'),
      `run ${run}`,
    ).toEqual([]);
  }
});
