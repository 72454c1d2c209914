import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { checkCredentials } from '../../src/preflight/check-credentials.ts';
import { checkReach } from '../../src/preflight/check-reach.ts';
import { checkService } from '../../src/preflight/check-service.ts';
import { formatText } from '../../src/report/format-text.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startHost } from '../provider/start-host.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { alterations } from './alterations.ts';

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

    await checkReach(deployment);
    await checkService(deployment);
    await checkCredentials(deployment);
    const report = await verifyDeployment(deployment, { timeoutInMs: 3000 });

    const printed = formatText(report);
    const found = Object.fromEntries(report.findings.map(({ rule, outcome }) => [rule, outcome]));
    expect({ result: report.result, findings: found }, printed).toEqual({ result, findings });
    expect(printed).toContain(prints);
  },
);
