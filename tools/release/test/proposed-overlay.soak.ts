import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { createDeploymentProject, type DeploymentProject, eventsIn, portIn, proxyIn } from './deployment-project.ts';
import { orderProgram } from './order-program.ts';

/** A deployment that differs from the document. */
interface Dialect {
  name: string;
  /** The file of its overlay, which observe does not get. */
  file: string;
  /** An application of it, whose traffic is observed besides that of `verify`. Default: none. */
  run?(deployment: ObservedDeployment): Promise<void>;
  /** What traffic does not show and a person was told, as a second overlay. Default: nothing. */
  told?: string;
  /** The one rule that is implied and not followed, which no traffic shows either: `verify` finds it. Default: none. */
  unlearned?: string;
}

interface ObservedDeployment {
  url: string;
  proxyUrl: string;
  /** Where the proxy takes events. */
  eventsUrl: string;
}

const page = readFileSync(join(repositoryFolder, 'docs/guide/going-live.md'), 'utf8');
const [, shop = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];

/** What no traffic shows: who sends unsigned events, that there is no third retry, and what the last two states are called. */
const told = `overlay: 1.0.0
info: { title: What a person was told, version: 1.0.0 }
actions:
  - target: $['x-webhooks'].contractEvent.post['x-signature']
    remove: true
  - target: $['x-webhooks'].contractEvent.post
    update: { x-allowed-addresses: [127.0.0.1] }
  - target: $['x-webhooks'].contractEvent.post['x-retry-schedule'][2]
    remove: true
  - target: $['x-milestone-states']
    remove: true
  - target: $
    update: { x-milestone-states: [CREATED, AWAITING_FUNDS, FUNDED, RELEASING, SETTLED] }
`;

const dialects: Dialect[] = [
  { name: 'other answers', file: join(import.meta.dirname, 'other-answers.overlay.yaml') },
  {
    name: 'the dialect of the guide',
    file: join(repositoryFolder, 'docs/guide/deployment.overlay.yaml'),
    run: sellTables,
    told,
    // Nobody sends other flags of a customer.
    unlearned: 'PARTY-2a',
  },
];

let project: DeploymentProject;
beforeAll(async () => {
  project = await createDeploymentProject();
});
afterAll(() => project.close());

const addressIn = (line: string): Record<string, string> => {
  const { url } = JSON.parse(line);
  return { ESCROW_URL: url, ESCROW_CONTROL_URL: url };
};

/** Three orders of the guide's shop, up to the end, while every event fails. */
async function sellTables({ url, proxyUrl, eventsUrl }: ObservedDeployment): Promise<void> {
  const control = createControl(url);
  await control.setWebhook(eventsUrl);
  await project.run('npx @escrow-kit/client generate --overlay dialect.overlay.yaml --out src/escrow');
  project.write('shop.ts', shop);
  const addresses = { ESCROW_URL: proxyUrl, ESCROW_CHECKOUT_URL: url };
  const { line, end } = await project.start('node shop.ts', /listening/, addresses);
  for (const order of [1, 2, 3]) {
    const address = `http://127.0.0.1:${portIn(line)}/orders/${order}`;
    expect((await fetch(`${address}/checkout`, { redirect: 'manual' })).status).toBe(303);
    expect((await fetch(`${address}/contract`)).status).toBe(200);
  }
  await control.giveConsent('+966500000002');
  const { milestones } = await control.milestones();
  const attempts = async () => (await control.deliveries()).deliveries.map((delivery) => delivery.attempts);
  for (const move of ['pay', 'release', 'complete'] as const) {
    for (const { milestoneId } of milestones) await control[move](milestoneId);
    // So each milestone has its events in their order.
    await expect.poll(attempts, { timeout: 30_000 }).not.toContain(0);
  }
  // The last retry is 65 seconds after the first attempt.
  await expect
    .poll(async () => (await control.deliveries()).deliveries.map(({ state }) => state), { timeout: 120_000 })
    .toEqual(Array.from({ length: 9 }, () => 'failed'));
  await end();
}

test.each(dialects)(
  'what observe proposes of $name, unedited, holds on it, and every part follows',
  async (dialect) => {
    const [sandbox, verify] = ['npx @escrow-kit/sandbox --json', 'npx @escrow-kit/contract-tests verify'];
    copyFileSync(dialect.file, join(project.folder, 'dialect.overlay.yaml'));
    const application = await startFailing();
    const deployment = addressIn((await project.start(`${sandbox} --overlay dialect.overlay.yaml`, /^\{/)).line);
    const observe = `npx @escrow-kit/contract-tests observe --store store-${dialects.indexOf(dialect)} --write-overlay proposed.overlay.yaml`;
    const observer = await project.start(
      `${observe} --webhooks-from 0 --webhooks-to ${application}`,
      /send them to/,
      deployment,
    );
    const printed = observer.lines.join('\n');
    const [proxyUrl, eventsUrl] = [proxyIn(printed), eventsIn(printed)];
    const traffic = await project.run(`${verify} --overlay dialect.overlay.yaml`, {
      ...deployment,
      ESCROW_URL: proxyUrl,
    });
    await dialect.run?.({ url: deployment['ESCROW_URL'] ?? '', proxyUrl, eventsUrl });
    await observer.end();

    // The shop of the deployment does not compile with the operations as observe names them.
    project.write('shop.ts', 'export {};');
    project.write('main.ts', orderProgram('./src/escrow/index.ts'));
    project.write('told.overlay.yaml', dialect.told ?? '');
    const overlays = `--overlay proposed.overlay.yaml${dialect.told ? ' --overlay told.overlay.yaml' : ''}`;
    const verified = await project.run(`${verify} ${overlays}`, deployment);
    const follower = addressIn((await project.start(`${sandbox} ${overlays}`, /^\{/)).line);
    const followed = await project.run(`${verify} --overlay dialect.overlay.yaml`, follower);
    const mock = await project.start(`npx @escrow-kit/prism-mock ${overlays}`, /127\.0\.0\.1/);
    const registered = await fetch(`http://127.0.0.1:${portIn(mock.line)}/realms/service/service-partner/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer org_sandbox', 'content-type': 'application/json' },
      body: JSON.stringify({ phoneNumber: '+966500000001' }),
    });
    const generated = await project.run(`npx @escrow-kit/client generate ${overlays} --out src/escrow`);
    const compiled = await project.run('tsc -p . --checkers 1');
    const sold = await project.run('node main.ts order', deployment);

    for (const { output, exitCode } of [traffic, followed]) expect(exitCode, output).toBe(0);
    const found = dialect.unlearned ? `none is broken, 1 differs from what is implied` : 'none is broken';
    expect(verified.output).toContain(found);
    expect(verified.output).toContain(dialect.unlearned ?? '');
    expect(verified.exitCode, verified.output).toBe(dialect.unlearned ? 1 : 0);
    await expect(registered.json()).resolves.toMatchObject({ userIdentification: expect.anything() });
    expect(generated).toMatchObject({ exitCode: 0 });
    expect(compiled.output).toBe('');
    expect(sold).toMatchObject({ exitCode: 0, stdout: 'true\n' });
  },
);

/** An application that answers every event with 500. Resolves with its address. */
async function startFailing(): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(500).end()));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
