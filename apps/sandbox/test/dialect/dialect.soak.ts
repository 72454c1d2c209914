import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createControl } from '@escrow-kit/sandbox-control';
import { createWebhookReceiver } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { expect, onTestFinished, test } from 'vitest';
import { spawnSandbox } from '../support/spawn-sandbox.ts';
import { createDialectClient } from './dialect-client.ts';

/** A sandbox that follows these files, and a client that speaks to it. */
async function startDialect(files: string[], args: string[] = []) {
  const overlays = files.flatMap((file) => ['--overlay', `${import.meta.dirname}/${file}.overlay.yaml`]);
  const sandbox = await spawnSandbox([...overlays, '--assumed-rules', 'note', ...args]);
  onTestFinished(async () => void (await sandbox.close()));
  return { control: createControl(sandbox.url), client: createDialectClient(sandbox.url) };
}

/** A receiver with the facts of the dialect as plain options, and the statuses that its handlers have seen. */
async function startReceiver() {
  const handled: string[] = [];
  const receiver = createWebhookReceiver({
    signature: null,
    allowedAddresses: ['127.0.0.1'],
    statuses: { PARTIALLY_PAID: 'PAID', ITEM_ACCEPTED: 'CASHOUT_IN_PROGRESS', CASH_OUT_APPROVED: 'COMPLETED' },
    inbox: createMemoryInbox(),
    handlers: {
      PAID: ({ milestoneId }) => void handled.push(`PAID ${milestoneId}`),
      CASHOUT_IN_PROGRESS: ({ milestoneId }) => void handled.push(`CASHOUT_IN_PROGRESS ${milestoneId}`),
      COMPLETED: ({ milestoneId }) => void handled.push(`COMPLETED ${milestoneId}`),
    },
  });
  receiver.start();
  const server = createServer(createNodeHandler(receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await receiver.stop();
  });
  return { handled, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` };
}

test("a stranger's client of the dialect ends its eight steps, and the receiver gets unsigned events in the names of the dialect", async () => {
  const receiver = await startReceiver();
  const { client, control } = await startDialect(['login', 'rules'], ['--webhook-url', receiver.url]);
  const [buyer, seller] = ['+966500000001', '+966500000002'] as const;

  const login = await client.logIn('password');
  const token: string = login.body.access_token;
  const people = [await client.signUp(token, buyer), await client.signUp('app_sandbox', seller)];
  const contract = await client.createContract(token);
  const added = await client.addMilestone(token, contract.body.data.id);
  const milestoneId: string = added.body.data.milestones[0].id;
  const joined = await client.addParties(token, contract.body.data.id, milestoneId, [buyer, seller]);
  const payment = await client.startPayment(token, milestoneId);
  const ticket = await client.requestTicket(payment.body.data, buyer);
  const pages = await client.pay(payment.body.data, ticket.body.ticket);
  const details = await client.addPayoutDetails('org_sandbox', people[1]?.body.data.id);
  await control.release(milestoneId);
  const { state } = await control.complete(milestoneId);

  const answers = [login, ...people, contract, added, joined, payment, ticket, ...details];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(login.body).toEqual({ access_token: 'adm_sandbox', expires_in: 17999 });
  expect(contract.body.data.status).toBe('CREATED');
  expect(joined.body.data.milestones).toEqual([{ id: milestoneId, status: 'WAITING_FOR_PAYMENT' }]);
  expect(pages).toEqual(['Before you pay', 'Choose how to pay', 'Your payment is complete']);
  expect(state).toBe('COMPLETED');
  await expect.poll(() => receiver.handled).toHaveLength(3);
  expect(receiver.handled.toSorted()).toEqual(
    ['CASHOUT_IN_PROGRESS', 'COMPLETED', 'PAID'].map((status) => `${status} ${milestoneId}`),
  );
  const { deliveries } = await control.deliveries();
  const sent = deliveries.toReversed().flatMap(({ attemptLog }) => attemptLog);
  expect(sent.map(({ requestBody }) => JSON.parse(requestBody).status)).toEqual([
    ...['PARTIALLY_PAID', 'ITEM_ACCEPTED', 'CASH_OUT_APPROVED'],
  ]);
  expect(sent.flatMap(({ requestHeaders }) => Object.keys(requestHeaders))).not.toContain('service-signature');
});

test('a login that gives two kinds of token gives the one that its body asks for, and refuses a body that asks for none', async () => {
  const { client } = await startDialect(['login', 'rules', 'two-kinds']);
  const tokens = await Promise.all(
    ['password', 'client_credentials'].map(async (grantType) => (await client.logIn(grantType)).body.access_token),
  );
  const [admin, organization] = tokens;

  const created = await client.createContract(admin);
  const foreign = await client.createContract(organization);
  const { body } = await client.signUp(admin, '+966500000001');
  const [bank, address] = await client.addPayoutDetails(organization, body.data.id);
  const neither = await client.logIn('refresh_token');

  expect(tokens).toEqual(['adm_sandbox', 'org_sandbox']);
  expect([created, foreign, bank, address].map((answer) => answer?.status)).toEqual([200, 403, 200, 200]);
  expect(neither).toMatchObject({
    status: 400,
    body: { rule: 'ERR-1d', message: expect.stringContaining('grant_type') },
  });
});
