import { createHmac } from 'node:crypto';
import { verify } from '@escrow-kit/webhooks';
import { expect, test } from 'vitest';
import { followAttempts } from '../../src/delivery/advance-clock.ts';
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

function signedEvent(): { bytes: Buffer; signature: string } {
  const [event] = receiver().events;
  return { bytes: event?.bytes ?? Buffer.of(), signature: String(event?.headers['service-signature']) };
}

test('HOOK-5 each of the three moves causes its event', async () => {
  await leadAndDeliver('pay', 'release', 'complete');

  expect(
    receiver()
      .events.map(({ body }) => body.status)
      .sort(),
  ).toEqual(['CASHOUT_IN_PROGRESS', 'COMPLETED', 'PAID']);
});

test('an attempt of another process is followed, although it is stored later under an earlier id', async () => {
  const { db } = started().service;
  await leadAndDeliver('pay');
  const listAttempts = await followAttempts(db, 'default');
  const newest = db.selectFrom('deliveryAttempts').orderBy('id', 'desc');
  const attempt = await newest.selectAll().executeTakeFirstOrThrow();

  await db
    .insertInto('deliveryAttempts')
    .values({ ...attempt, id: 'attempt_0' })
    .execute();

  expect(await listAttempts()).toMatchObject([{ deliveryId: attempt.deliveryId }]);
  expect(await listAttempts()).toEqual([]);
});

test('an attempt is logged with request and answer, without the secrets of the address', async () => {
  const { sandbox } = started();
  receiver().answer = (response) => void response.writeHead(201, { 'x-receiver': 'shop' }).end('stored \0');
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
    answerStatus: 201,
    answerBody: 'stored \uFFFD',
    error: null,
  });
  expect(attempt?.answerHeaders).toMatchObject({ 'x-receiver': 'shop' });
  expect(JSON.stringify(attempt)).not.toContain('canary');
  expect(receiver().events[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('canary2:canary3').toString('base64')}`,
  );
});
test('HOOK-1 an event has contractId, status and referenceId, and nothing else', async () => {
  const milestoneId = await leadAndDeliver('pay');

  const [event] = receiver().events;
  expect(event?.body).toEqual({ contractId: milestoneId, status: 'PAID', referenceId: expect.any(String) });
  expect(event?.headers).toMatchObject({ 'content-type': 'application/json' });
});

test('HOOK-2 AUTH-13 an event is signed over the exact bytes sent: the receiver accepts it', async () => {
  await leadAndDeliver('pay');

  const { bytes, signature } = signedEvent();
  const digest = createHmac('sha256', 'whsec_sandbox').update(bytes).digest('hex');
  expect(signature).toBe(`sha256=${digest}`);
  expect(verify(bytes, signature, 'whsec_sandbox')).toMatchObject({ ok: true });
});

test('HOOK-2 AUTH-13 the signature with another secret is refused by the receiver', async () => {
  await leadAndDeliver('pay');

  const { bytes, signature } = signedEvent();
  expect(verify(bytes, signature, 'another secret')).toMatchObject({ ok: false });
});

test('HOOK-3 an answer of 200 is accepted: delivered, and not sent again', async () => {
  const milestoneId = await leadAndDeliver('pay');

  await started().sandbox.control.drain();

  expect(await deliveriesOf(started().sandbox, milestoneId)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  expect(receiver().events).toHaveLength(1);
});

test('HOOK-1 HOOK-5 a move that is refused causes no event', async () => {
  const milestoneId = await leadAndDeliver();

  await expect(started().sandbox.control.release(milestoneId)).rejects.toMatchObject({ status: 409 });

  expect(await deliveriesOf(started().sandbox, milestoneId)).toEqual([]);
});

test('HOOK-6 the address that the operator sets is accepted, and gets the events that waited for it', async () => {
  const milestoneId = await leadAndDeliver('pay');

  expect(await deliveriesOf(started().sandbox, milestoneId)).toMatchObject([{ state: 'delivered' }]);
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
