import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf } from '../../src/command-line/exit-code-of.ts';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { checkCredentials } from '../../src/preflight/check-credentials.ts';
import { checkReach } from '../../src/preflight/check-reach.ts';
import { checkService } from '../../src/preflight/check-service.ts';
import { CommandLineError } from '../../src/preflight/command-line-error.ts';
import { formatText } from '../../src/report/format-text.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startHost } from '../provider/start-host.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { alterations } from './alterations.ts';

/** What the command ends with and prints, without a process for each. */
async function runVerification(deployment: Deployment) {
  try {
    await checkReach(deployment);
    await checkService(deployment);
    await checkCredentials(deployment);
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return { result: undefined, exitCode: error.exitCode, findings: {}, printed: error.message };
  }
  const report = await verifyDeployment(deployment, { timeoutInMs: 1000 });
  return {
    result: report.result,
    exitCode: exitCodeOf(report.result, 'implied'),
    findings: Object.fromEntries(report.findings.map(({ rule, outcome }) => [rule, outcome])),
    printed: formatText(report),
  };
}

test.for(alterations)('a service that $does ends with $exitCode and blames $findings', async (alteration) => {
  const sandbox = await startSandbox();
  const host = await startHost(sandbox.url, alteration);
  onTestFinished(async () => {
    host.close();
    await sandbox.close();
  });
  const hosts = allHostsAt(host.url);
  // In the organization whose tokens the alterations know.
  const control = { url: sandbox.url, tenant: 'default' };

  const { printed, ...ended } = await runVerification({ ...(await deploymentOf(sandbox)), hosts, control });

  const { result, exitCode, findings, prints } = alteration;
  expect(ended, printed).toEqual({ result, exitCode, findings });
  for (const text of prints) expect(printed).toContain(text);
});
