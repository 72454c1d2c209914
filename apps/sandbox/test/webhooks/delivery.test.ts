import { createHmac } from 'node:crypto';
import { verify } from '@escrow-kit/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox.ts';
import { startService } from '../../src/start-service.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { attemptsOf, deliveriesOf, eachReceiver, forgetDeliveriesBeforeEach } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const receiver = eachReceiver();
forgetDeliveriesBeforeEach(started);

/** Moves a milestone while its events wait, then sets the webhook address. */
async function leadAndDeliver(...moves: Parameters<typeof lead>[2][]) {
  const { sandbox } = started();
  await sandbox.control.setWebhook(null);
  const { milestoneId } = await createPayableMilestone(started().sandbox);
  await lead(started().sandbox, milestoneId, ...moves);
  await sandbox.control.setWebhook(receiver().url);
  await sandbox.control.drain();
  return milestoneId;
}

test('HOOK-3 HOOK-5 an answer of 200 is accepted, and the events of a milestone go out one after another, in the order of its moves', async () => {
  const { sandbox } = started();
  let [sending, most] = [0, 0];
  receiver().answer = (response) => {
    sending += 1;
    most = Math.max(most, sending);
    setImmediate(() => {
      sending -= 1;
      response.writeHead(200).end();
    });
  };

  await leadAndDeliver('pay', 'release', 'complete');

  expect(receiver().events.map(({ body }) => body.status)).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
  expect(most).toBe(1);
  expect(await sandbox.control.drain()).toEqual([]);
});

test('an attempt is logged with request and answer, without the secrets of the address', async () => {
  const { sandbox } = started();
  receiver().answer = (response) => void response.writeHead(200, { 'x-receiver': 'shop' }).end('stored \0');
  const url = new URL(`${receiver().url}?key=canary1`);
  url.username = 'canary2';
  url.password = 'canary3';
  await sandbox.control.setWebhook(null);
  const { milestoneId } = await createPayableMilestone(started().sandbox);
  await lead(started().sandbox, milestoneId, 'pay');

  await sandbox.control.setWebhook(url.href);
  await sandbox.control.drain();

  const [attempt] = await attemptsOf(sandbox, milestoneId);
  expect(attempt).toMatchObject({
    number: 1,
    url: `${receiver().url}?key=[redacted]`,
    requestBody: receiver().events[0]?.bytes.toString(),
    answerStatus: 200,
    answerBody: 'stored \uFFFD',
    error: null,
  });
  expect(attempt?.answerHeaders).toMatchObject({ 'x-receiver': 'shop' });
  expect(JSON.stringify(attempt)).not.toContain('canary');
  expect(receiver().events[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('canary2:canary3').toString('base64')}`,
  );
});

test('HOOK-1 HOOK-6 the address that the operator sets is accepted and gets the events that waited: contractId, status, referenceId, and nothing else', async () => {
  const milestoneId = await leadAndDeliver('pay');

  const [event] = receiver().events;
  expect(event?.body).toEqual({ contractId: milestoneId, status: 'PAID', referenceId: expect.any(String) });
  expect(event?.headers).toMatchObject({ 'content-type': 'application/json' });
});

test.each([
  ['HOOK-2 AUTH-13 the signature over the exact bytes sent is accepted by the receiver', 'whsec_sandbox', true],
  ['HOOK-2 AUTH-13 the signature with another secret is refused by the receiver', 'another secret', false],
])('%s', async (_, secret, ok) => {
  await leadAndDeliver('pay');

  const [event] = receiver().events;
  const bytes = event?.bytes ?? Buffer.of();
  const signature = String(event?.headers['service-signature']);
  const digest = createHmac('sha256', 'whsec_sandbox').update(bytes).digest('hex');
  expect(signature).toBe(`sha256=${digest}`);
  expect(verify(bytes, signature, secret)).toMatchObject({ ok });
});

test.each([201, 202, 204])('HOOK-3a an answer of %s is refused: implied, with the way round', async (status) => {
  receiver().answer = (response) => void response.writeHead(status).end();

  const milestoneId = await leadAndDeliver('pay');

  expect(await deliveriesOf(started().sandbox, milestoneId)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  const [attempt] = await attemptsOf(started().sandbox, milestoneId);
  expect(attempt).toMatchObject({ answerStatus: status, failure: 'answered' });
  expect(attempt?.error).toContain(`answered ${status}, not 200. This fails by an implied rule (HOOK-3a).`);
  expect(attempt?.error).toContain('--assumed-rules note');
});

test('HOOK-3a an answer of 201 is accepted if rules that are not stated are only noted', async () => {
  const { sandbox } = await startService({ assumedRules: 'note', webhookUrl: receiver().url });
  onTestFinished(() => sandbox.close());

  expect(await deliverWith(201, sandbox)).toMatchObject({ state: 'delivered', attemptLog: [{ answerStatus: 201 }] });
});

async function deliverWith(status: number, sandbox: Sandbox) {
  receiver().answer = (response) => void response.writeHead(status).end();
  const { milestoneId } = await createPayableMilestone(sandbox);
  await lead(sandbox, milestoneId, 'pay');
  await sandbox.control.drain();
  const [delivery] = await deliveriesOf(sandbox, milestoneId);
  return delivery;
}

test('HOOK-1 HOOK-5 a move that is refused causes no event', async () => {
  const milestoneId = await leadAndDeliver();

  await expect(started().sandbox.control.release(milestoneId)).rejects.toMatchObject({ status: 409 });

  expect(await deliveriesOf(started().sandbox, milestoneId)).toEqual([]);
});

test('HOOK-6 an address that the integrator creates by an API call is refused as the target of events', async () => {
  const { sandbox } = started();
  await sandbox.control.setWebhook(null);
  await send(sandbox, 'createWebhook', { body: { url: receiver().url } });
  const { milestoneId } = await createPayableMilestone(started().sandbox);

  await lead(started().sandbox, milestoneId, 'pay');
  await sandbox.control.drain();

  expect(receiver().events).toEqual([]);
  expect(await attemptsOf(sandbox, milestoneId)).toEqual([]);
});
