import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '@escrow-kit/sandbox/testing';
import { hostNames } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleOf } from '../../src/pacts/pacts.ts';
import type { Report } from '../../src/report/report.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allInteractions, filterPacts } from '../support/pacts.ts';
import { type CommandResult, runCommand, variablesOf } from '../support/run-command.ts';
import { startDeployment, usersApiRequestsPerMinute } from '../support/sandbox-deployment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { type Host, startHost } from './start-host.ts';

describe('the command, on a sandbox that breaks no rule,', () => {
  const folder = temporaryFolder(afterAll);
  const [junit, json] = [join(folder, 'report.xml'), join(folder, 'report.json')];
  let started: Awaited<ReturnType<typeof startService>>;
  let tenant: string;
  let hosts: Host[];
  let result: CommandResult;

  // All pacts, once, in a tenant that is named.
  beforeAll(async () => {
    started = await startService({ validateResponses: true });
    const { sandbox } = started;
    hosts = await Promise.all(hostNames.map(() => startHost(sandbox.url)));
    const { credentials, control } = await sandbox.control.createTenant();
    tenant = control.tenant;
    await control.changeSettings({ usersApiRequestsPerMinute });
    const urls = hostNames.map((name, index) => [`ESCROW_${name.toUpperCase()}_URL`, hosts[index]?.url ?? '']);
    result = await runCommand(['verify', '--junit', junit, '--json', json], {
      ...variablesOf(credentials),
      ...Object.fromEntries(urls),
      ESCROW_CONTROL_URL: sandbox.url,
      ESCROW_CONTROL_TENANT: tenant,
    });
  }, verificationLimitInMs);

  afterAll(async () => {
    for (const host of hosts ?? []) await host.close();
    await started?.sandbox.close();
  });

  test('finds that every check holds, and ends with 0', () => {
    const { result: found, interactions } = JSON.parse(readFileSync(json, 'utf8')) as Report;

    expect(interactions.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
    expect(interactions.length).toBe(allInteractions.length);
    expect([result.exitCode, found], result.stdout + result.stderr).toEqual([0, 'held']);
  });

  test('reports rule by rule, and in JUnit', () => {
    expect(result.stdout).toContain('PARTY-3');
    expect(result.stdout).toMatch(/^\d+ rules held, none is broken/m);
    expect(readFileSync(junit, 'utf8')).toContain(
      `<testsuite name="contract-tests" tests="${allInteractions.length}" failures="0" errors="0" `,
    );
  });

  test('calls each operation on the host that the document names, below the path of its address', () => {
    expect(hosts.map(({ seen }) => [...seen])).toEqual(hostNames.map((name) => [name]));
  });

  test('leaves no organization behind', () => {
    const tenants = started.service.store.list('tenants', {});

    expect(tenants.map(({ id }) => id).sort()).toEqual(['default', tenant].sort());
  });
});

/** In `pnpm soak` twenty runs of all interactions; otherwise two runs of those that a used phone number would change. */
const runs = isSoak ? 20 : 2;
const rulesOfPhones = ['USER-2', 'TICKET-4', 'TICKET-5', 'LEGACY-1', 'UAPI-1'];

test('every run on one deployment gives the same result', { timeout: verificationLimitInMs }, async () => {
  const pacts = filterPacts((interaction) => isSoak || rulesOfPhones.includes(ruleOf(interaction)));
  const { deployment } = await startDeployment();

  for (let run = 1; run <= runs; run += 1) {
    const { interactions } = await verifyByPact(pacts, deployment);

    expect(
      interactions.filter(({ outcome }) => outcome !== 'held'),
      `run ${run}`,
    ).toEqual([]);
  }
});

test('runs at once on one sandbox do not use up the limit of the Users API for each other', async () => {
  const { sandbox, deployment } = await startDeployment();
  await sandbox.control.changeSettings({ usersApiRequestsPerMinute: 1 });
  // Less than the wait after a 429.
  const run = () => verifyDeployment(deployment, { rules: ['UAPI-1'], runTimeoutInMs: 30_000 });

  const reports = await Promise.all([run(), run()]);

  expect(reports.map(({ result }) => result)).toEqual(['held', 'held']);
  expect((await sandbox.control.requests()).requests).toEqual([]);
});
