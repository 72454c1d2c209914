import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createControl } from '@escrow-kit/sandbox-control';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDeploymentProject, type DeploymentProject, eventsIn, portIn, proxyIn } from './deployment-project.ts';
import { orderProgram } from './order-program.ts';

/** Receives events by the proposed overlay, and prints the status that each has for its handler. */
const receiver = `
import { createServer } from 'node:http';
import { createWebhookReceiver } from '@escrow-kit/webhooks';
import { createEventSource } from '@escrow-kit/webhooks/deployment';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { webhookDeployment } from './src/escrow/index.ts';

const tell = ({ status }: { status: string }) => console.log(\`handled \${status}\`);
const receiver = createWebhookReceiver({
  source: createEventSource(webhookDeployment),
  secrets: 'whsec_sandbox',
  inbox: createMemoryInbox(),
  handlers: { PAID: tell, CASHOUT_IN_PROGRESS: tell, COMPLETED: tell },
});
receiver.start();
const server = createServer(createNodeHandler(receiver));
server.listen(0, '127.0.0.1', () => console.log(\`listening on \${JSON.stringify(server.address())}\`));
`;

let project: DeploymentProject;
beforeAll(async () => {
  project = await createDeploymentProject();
  project.write('shop.ts', orderProgram('@escrow-kit/client'));
  project.write('receiver.ts', receiver);
});
afterAll(() => project.close());

interface Dialect {
  signature: { header: string; algorithm: string; encoding: 'hex' | 'base64'; prefix: string };
  waits: number[];
  /** By position. */
  states: string[];
  /** Whether traffic does not show which state each name stands for, so that a person has to write them. */
  areStatesTold?: true;
  secret?: string;
}

const dialects: Record<string, Dialect> = {
  'a longer digest in base64, other waits and names': {
    signature: { header: 'X-Escrow-Hmac', algorithm: 'sha512', encoding: 'base64', prefix: 'v1=' },
    waits: [2, 4, 7],
    states: ['DRAFT', 'WAITING_FOR_PAYMENT', 'FUNDED', 'PAYING', 'DONE'],
    areStatesTold: true,
    secret: 'whsec_sandbox',
  },
  'a digest alone, and one more retry': {
    signature: { header: 'X-Hub-Signature', algorithm: 'sha256', encoding: 'hex', prefix: '' },
    waits: [3, 3, 3, 5],
    states: ['CREATED', 'WAITING_FOR_PAYMENT', 'PAID', 'PAYING', 'COMPLETED'],
  },
};

const overlayOf = ({ signature, waits, states }: Dialect): string =>
  JSON.stringify({
    overlay: '1.0.0',
    info: { title: 'A deployment with other events', version: '1.0.0' },
    actions: [
      ...['x-signature', 'x-retry-schedule'].map((name) => ({
        target: `$['x-webhooks'].contractEvent.post['${name}']`,
        remove: true,
      })),
      {
        target: "$['x-webhooks'].contractEvent.post",
        update: { 'x-signature': signature, 'x-retry-schedule': waits },
      },
      ...renameStates(states),
    ],
  });

const renameStates = (states: string[]) => [
  { target: "$['x-milestone-states']", remove: true },
  { target: '$', update: { 'x-milestone-states': states } },
];

const toldOf = ({ states, areStatesTold }: Dialect): string =>
  JSON.stringify({
    overlay: '1.0.0',
    info: { title: 'What a person was told', version: '1.0.0' },
    actions: areStatesTold ? renameStates(states) : [{ target: '$.info', update: {} }],
  });

interface Attempt {
  at: number;
  body: string;
  status: string;
  milestone: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** An endpoint that fails the first attempts of each event. */
async function startEndpoint(failures: number) {
  const attempts: Attempt[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const body = Buffer.concat(await request.toArray()).toString();
    const { contractId: milestone, status } = JSON.parse(body);
    attempts.push({ at, body, milestone, status, headers: request.headers });
    response.writeHead(attempts.filter((one) => one.body === body).length > failures ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const countEvents = (): number => new Set(attempts.map(({ body }) => body)).size;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    attempts,
    countEvents,
    hasTakenAll: () => vi.waitFor(() => expect(attempts.length).toBe(countEvents() * (failures + 1)), limitInMs),
  };
}

const limitInMs = 30_000;

/** Pays, releases and completes each milestone of a sandbox, one move after the first attempts to tell of the one before. */
async function settleAll(url: string, webhookUrl: string, countEvents: () => number): Promise<void> {
  const control = createControl(url);
  await control.setWebhook(webhookUrl);
  await control.giveConsent('+966500000002');
  const milestones = (await control.milestones()).milestones.filter(({ state }) => state !== 'COMPLETED');
  for (const move of [control.pay, control.release, control.complete]) {
    const expected = countEvents() + milestones.length;
    for (const { milestoneId } of milestones) await move(milestoneId);
    await vi.waitFor(() => expect(countEvents()).toBe(expected), limitInMs);
  }
}

/** What a receiver has to know of attempts: how they are signed, when they come and what they say. */
function describeAttempts(attempts: Attempt[], { signature }: Dialect) {
  const { header, algorithm, encoding, prefix } = signature;
  const byEvent = [...Map.groupBy(attempts, ({ body }) => body).values()];
  const byMilestone = [...Map.groupBy(attempts, ({ milestone }) => milestone).values()];
  const waitsOf = (own: Attempt[]) =>
    own.slice(1).map(({ at }, index) => Math.round((at - (own[index]?.at ?? 0)) / 1000));
  return {
    areSigned: attempts.every(
      ({ body, headers }) =>
        headers[header.toLowerCase()] ===
        `${prefix}${createHmac(algorithm, 'whsec_sandbox').update(body).digest(encoding)}`,
    ),
    waits: [...new Set(byEvent.map((own) => waitsOf(own).join()))],
    statuses: [...new Set(byMilestone.map((own) => [...new Set(own.map(({ status }) => status))].join()))],
  };
}

const addressIn = (line: string): string => JSON.parse(line).url;

test.each(Object.entries(dialects))(
  'HOOK-2 HOOK-4 HOOK-5 %s: under the proposed overlay, unedited, with names that a person was told, the sandbox sends so, and a receiver accepts it',
  async (name, dialect) => {
    const { waits, states, secret } = dialect;
    const proposal = `proposed-${Object.keys(dialects).indexOf(name)}.overlay.yaml`;
    project.write('true.overlay.yaml', overlayOf(dialect));
    project.write('told.overlay.yaml', toldOf(dialect));
    const overlays = `${proposal} --overlay told.overlay.yaml`;
    const start = async (overlay: string) =>
      addressIn((await project.start(`npx @escrow-kit/sandbox --json --overlay ${overlay}`, /^\{/)).line);

    const deployment = await start('true.overlay.yaml');
    const variables = { ESCROW_URL: deployment, ESCROW_CONTROL_URL: deployment };
    const endpoint = await startEndpoint(waits.length);
    const observer = await project.start(
      `npx @escrow-kit/contract-tests observe --store observed-${proposal} --write-overlay ${proposal}` +
        ` --webhooks-from 0 --webhooks-to ${endpoint.url}`,
      /have the service send them to/,
      { ...variables, ...(secret !== undefined && { ESCROW_WEBHOOK_SECRET: secret }) },
    );
    const observedUrl = proxyIn(observer.lines.join('\n'));
    const sold = await project.run('node shop.ts 1 2 3', { ESCROW_URL: observedUrl, ESCROW_CHECKOUT_URL: deployment });
    await settleAll(deployment, eventsIn(observer.line), endpoint.countEvents);
    await endpoint.hasTakenAll();
    await observer.end();

    const verified = await project.run(`npx @escrow-kit/contract-tests verify --overlay ${overlays}`, variables);
    const follower = await start(overlays);
    const followed = await startEndpoint(waits.length);
    await project.run('node shop.ts 1 2 3', { ESCROW_URL: follower });
    await settleAll(follower, followed.url, followed.countEvents);
    await followed.hasTakenAll();
    const generated = await project.run(`npx @escrow-kit/client generate --overlay ${overlays} --out src/escrow`);
    const receiving = await project.start('node receiver.ts', /listening/);
    await project.run('node shop.ts 4', { ESCROW_URL: deployment });
    await settleAll(deployment, `http://127.0.0.1:${portIn(receiving.line)}/`, () => receiving.lines.length);

    const unsigned = await fetch(`http://127.0.0.1:${portIn(receiving.line)}/`, { method: 'POST', body: '{}' });

    const expected = { areSigned: true, waits: [waits.join()], statuses: [states.slice(2).join()] };
    expect(sold).toMatchObject({ exitCode: 0, stdout: 'true\ntrue\ntrue\n' });
    expect(describeAttempts(endpoint.attempts, dialect)).toEqual(expected);
    expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('none is broken') });
    expect(describeAttempts(followed.attempts, dialect)).toEqual(expected);
    expect(generated).toMatchObject({ exitCode: 0 });
    expect(receiving.lines.slice(1)).toEqual(['handled PAID', 'handled CASHOUT_IN_PROGRESS', 'handled COMPLETED']);
    expect(unsigned.status).toBe(401);
  },
);
