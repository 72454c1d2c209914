import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '@escrow-kit/sandbox/testing';
import { hostNames } from '@escrow-kit/spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { allInteractions } from '../support/pacts.ts';
import { type CommandResult, runCommand, variablesOf } from '../support/run-command.ts';
import { usersApiRequestsPerMinute } from '../support/sandbox-deployment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verificationLimitInMs, wantedOutcome } from '../support/verify-by-pact.ts';
import { type Host, startHost } from './start-host.ts';

const folder = temporaryFolder(afterAll);
const [junit, json] = [join(folder, 'report.xml'), join(folder, 'report.json')];

let started: Awaited<ReturnType<typeof startService>>;
let tenant: string;
let hosts: Host[];
let result: CommandResult;
let report: Report;

// All pacts, once, by the command.
beforeAll(async () => {
  started = await startService({ validateResponses: true });
  const { sandbox } = started;
  hosts = await Promise.all(hostNames.map(() => startHost(sandbox.url)));
  // A separate organization with its own credentials.
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
  report = JSON.parse(readFileSync(json, 'utf8')) as Report;
}, verificationLimitInMs);

afterAll(async () => {
  for (const host of hosts ?? []) host.close();
  await started?.sandbox.close();
});

describe('the command, on a sandbox that breaks no rule,', () => {
  test('ends with 0', () => {
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
  });

  test('reports rule by rule', () => {
    expect(result.stdout).toContain('PARTY-3');
    expect(result.stdout).toMatch(/^\d+ rules held, none is broken, 1 is not checkable\.$/m);
  });

  test('writes JUnit with the result', () => {
    expect(readFileSync(junit, 'utf8')).toMatch(
      /<testsuites name="contract-tests" tests="1\d\d" failures="0" errors="0" /,
    );
  });

  test('writes JSON with the result', () => {
    expect(report.result).toBe('held');
  });

  test('calls each operation on the host that the document names, below the path of its address', () => {
    expect(hosts.map(({ seen }) => [...seen])).toEqual(hostNames.map((name) => [name]));
  });

  test('leaves no organization behind', () => {
    const tenants = started.service.store.list('tenants', {});

    expect(tenants.map(({ id }) => id).sort()).toEqual(['default', tenant].sort());
  });
});

test.for(allInteractions)('$description', (wanted) => {
  const { description } = wanted;
  const found = report.interactions.find((interaction) => interaction.description === description);

  expect(found).toMatchObject({ problems: [], outcome: wantedOutcome(wanted) });
});
