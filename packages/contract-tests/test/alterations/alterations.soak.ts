import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
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
    return { result: undefined, findings: {}, printed: error.message };
  }
  const report = await verifyDeployment(deployment, { timeoutInMs: 3000 });
  return {
    result: report.result,
    findings: Object.fromEntries(report.findings.map(({ rule, outcome }) => [rule, outcome])),
    printed: formatText(report),
  };
}

test.for(Object.entries(alterations))(
  'a service that %s gets the right result and findings',
  async ([, alteration]) => {
    const { result, findings = {}, prints, ...options } = alteration;
    const sandbox = await startSandbox();
    const host = await startHost(sandbox.url, options);
    onTestFinished(async () => {
      await Promise.all([host.close(), sandbox.close()]);
    });
    // In the organization whose tokens the alterations know.
    const control = { url: sandbox.url, tenant: 'default' };
    const deployment = { ...(await deploymentOf(sandbox)), hosts: allHostsAt(host.url), control };

    const { printed, ...ended } = await runVerification(deployment);

    expect(ended, printed).toEqual({ result, findings });
    expect(printed).toContain(prints);
  },
);
