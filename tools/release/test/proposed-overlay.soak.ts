import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeploymentProject, type DeploymentProject, portIn, proxyIn } from './deployment-project.ts';

const main = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { createEscrowClient } from './src/escrow/index.ts';

const { ESCROW_URL: baseUrl = '', ESCROW_CLIENT_ID: clientId = '', ESCROW_CLIENT_SECRET: clientSecret = '' } = process.env;
const escrow = createEscrowClient({
  baseUrl,
  clientId,
  clientSecret,
  tokens: { organization: 'org_sandbox', clientAdmin: 'adm_sandbox' },
  journal: createMemoryJournal(),
});
const [seller, buyer, broker] = ['+966500000001', '+966500000002', '+966500000003'] as const;
const bankAccount = { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara', nationalId: '1000000001', currency: 'SAR' };
await escrow.flows.onboardCustomer(
  { phoneNumber: seller, bankAccount, address: { addressLabel: 'WORK', countryCode: 'SA' } },
  { key: 'seller' },
);
await escrow.flows.onboardCustomer({ phoneNumber: buyer }, { key: 'buyer' });
await escrow.flows.onboardCustomer({ phoneNumber: broker }, { key: 'broker' });
const { milestones } = await escrow.flows.openContract(
  {
    title: 'Order',
    ...{ currency: 'SAR', contractClassification: 'BASIC', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER' },
    ...{ serviceTermsAccepted: true, broker },
    milestones: [{ title: 'Table', price: 10.5, deadline: '2030-01-01T00:00:00Z', buyer, seller }],
  },
  { key: 'order' },
);
const { redirectUrl } = await escrow.flows.checkout({ milestoneId: milestones[0].id, buyer, returnUrl: 'https://shop.example/' });
console.log(redirectUrl.reveal().includes('ticket='));
`;

let project: DeploymentProject;
beforeAll(async () => {
  project = await createDeploymentProject();
  const overlay = 'other-answers.overlay.yaml';
  copyFileSync(join(import.meta.dirname, overlay), join(project.folder, overlay));
  project.write('main.ts', main);
});
afterAll(() => project.close());

const addressIn = (line: string): Record<string, string> => {
  const { url } = JSON.parse(line);
  return { ESCROW_URL: url, ESCROW_CONTROL_URL: url };
};

test('what observe proposes of a deployment, unedited, holds on it, and every part follows', async () => {
  const sandbox = 'npx @escrow-kit/sandbox --json --overlay';
  const verify = 'npx @escrow-kit/contract-tests verify --overlay';
  const deployment = addressIn((await project.start(`${sandbox} other-answers.overlay.yaml`, /^\{/)).line);
  const observe = 'npx @escrow-kit/contract-tests observe --write-overlay proposed.overlay.yaml';
  const observer = await project.start(observe, /give your application/, deployment);
  const proxied = { ...deployment, ESCROW_URL: proxyIn(observer.line) };
  const traffic = await project.run(`${verify} other-answers.overlay.yaml`, proxied);
  await observer.end();

  const verified = await project.run(`${verify} proposed.overlay.yaml`, deployment);
  const follower = addressIn((await project.start(`${sandbox} proposed.overlay.yaml`, /^\{/)).line);
  const followed = await project.run(`${verify} other-answers.overlay.yaml`, follower);
  const mock = await project.start('npx @escrow-kit/prism-mock --overlay proposed.overlay.yaml', /127\.0\.0\.1/);
  const registered = await fetch(`http://127.0.0.1:${portIn(mock.line)}/realms/service/service-partner/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer org_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: '+966500000001' }),
  });
  const generated = await project.run(
    'npx @escrow-kit/client generate --overlay proposed.overlay.yaml --out src/escrow',
  );
  const compiled = await project.run('tsc -p . --checkers 1');
  const sold = await project.run('node main.ts', deployment);

  for (const { output, exitCode } of [traffic, verified, followed])
    expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  await expect(registered.json()).resolves.toMatchObject({ userIdentification: expect.any(String) });
  expect(generated.exitCode).toBe(0);
  expect(compiled.output).toBe('');
  expect(sold).toMatchObject({ exitCode: 0, stdout: 'true\n' });
});
