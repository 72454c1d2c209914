import { expect, onTestFinished, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { startHost } from './start-host.ts';

test.for<[hangsAt: string, id: string, text: string]>([
  ['getUser', 'UAPI-2', 'no answer within 2.5 s'],
  ['createContract', 'PAY-1', 'its state could not be set up: createContract: no answer within 2.5 s'],
])('if %s never answers, %s is not checkable, and the other rules are as they are', async ([hangsAt, id, text]) => {
  const { sandbox, deployment } = await startDeployment();
  const host = await startHost(sandbox.url, { hangsAt });
  onTestFinished(() => host.close());

  const { result, rules } = await verifyDeployment(
    { ...deployment, hosts: allHostsAt(host.url) },
    { rules: ['UAPI-1', id], timeoutInMs: 2500 },
  );

  expect(result).toBe('incomplete');
  const [held, unchecked] = ['UAPI-1', id].map((rule) => rules.find((one) => one.id === rule));
  expect(held).toMatchObject({ outcome: 'held' });
  expect(unchecked).toMatchObject({ outcome: 'not checkable', reasons: [{ kind: 'timeout', text }] });
});
