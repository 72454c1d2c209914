import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { createDeploymentProject, type DeploymentProject, portIn } from './deployment-project.ts';

const page = readFileSync(join(repositoryFolder, 'docs/guide/going-live.md'), 'utf8');
const [, shop = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
const commands = [...page.matchAll(/^npx (@escrow-kit\/\S+) (.*)$/gm)].map(([line]) => line);
const commandWith = (text: string): string => commands.find((line) => line.includes(text)) ?? `the page has no ${text}`;

/** A flow of its own, with a call that the overlay adds. */
const flow = `
import { defineFlow } from '@escrow-kit/client/define-flow';
export const read = defineFlow<{ contractId: string }, { read: string }>({
  name: 'shop.read',
  steps: ({ contractId }) => [
    { name: 'read', operation: 'readContract', input: () => ({ path: { contractId } }), result: ({ data }) => data.status },
  ],
});
`;

let project: DeploymentProject;
/** The deployment: a sandbox that differs as the overlay of the guide says. */
let url: string;

beforeAll(async () => {
  project = await createDeploymentProject();
  copyFileSync(
    join(repositoryFolder, 'docs/guide/deployment.overlay.yaml'),
    join(project.folder, 'deployment.overlay.yaml'),
  );
  project.write('flow.ts', flow);
  project.write('shop.ts', shop);
  const line = await project.start(`${commandWith('@escrow-kit/sandbox ')} --json`, /^\{/);
  ({ url } = JSON.parse(line));
});

afterAll(() => project.close());

test('a shop of a deployment that differs: generated, type-checked, paid', async () => {
  const generated = await project.run(commandWith('generate'));
  const compiled = await project.run('tsc -p . --checkers 1');
  const line = await project.start('node shop.ts', /listening/, { ESCROW_URL: url });
  const order = `http://127.0.0.1:${portIn(line)}/orders/1`;
  const control = createControl(url);
  await control.setWebhook(`http://127.0.0.1:${portIn(line)}/webhooks`);

  const checkout = await fetch(`${order}/checkout`, { redirect: 'manual' });
  const contract = await (await fetch(`${order}/contract`)).text();
  const {
    milestones: [milestone],
  } = await control.milestones();
  await control.giveConsent('+966500000002');
  await control.pay(milestone?.milestoneId ?? '');
  await control.drain();

  expect([generated.exitCode, compiled]).toMatchObject([0, { exitCode: 0, output: '' }]);
  expect(checkout.headers.get('location')).toMatch(new RegExp(`^${url}/checkout/external/.*ticket=`));
  expect(contract).toBe('CREATED, from the PROVIDER\n');
  expect((await control.deliveries()).deliveries).toMatchObject([{ state: 'delivered' }]);
});

test('the other commands of the page run', async () => {
  const signIn = { method: 'POST', url: 'https://contract.example/api/v3/sign-in', headers: [] };
  project.write('recorded.har', JSON.stringify({ log: { entries: [{ request: signIn, response: { status: 200 } }] } }));
  const observed = await project.run(commandWith('observe'));
  // For time; the page checks everything.
  const narrowed = { ESCROW_URL: url, ESCROW_CONTROL_URL: url, ESCROW_RULE: 'USER-1 STATE-2' };
  const verify = await project.run(commandWith('verify'), narrowed);
  const line = await project.start(commandWith('prism-mock'), /127\.0\.0\.1/);

  expect(observed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('POST /api/v3/sign-in: 200') });
  expect(verify).toMatchObject({ exitCode: 0 });
  const read = await fetch(`http://127.0.0.1:${portIn(line)}/api/external/contracts/c-1`, {
    headers: { authorization: 'Bearer adm_sandbox' },
  });
  await expect(read.json()).resolves.toMatchObject({ data: { senderRole: 'PROVIDER' } });
});
