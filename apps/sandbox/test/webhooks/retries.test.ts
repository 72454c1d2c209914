import { setGlobalProxyFromEnv } from 'node:http';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../src/domain/tenants.ts';
import { startSandbox } from '../../src/index.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import {
  attemptsOf,
  deliveriesOf,
  eachReceiver,
  forgetDeliveriesBeforeEach,
  type Receiver,
} from '../support/receiver.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';
import { watchStderr } from '../support/stderr.ts';

const limit = { timeout: 30_000 };
const lastAttempt = attemptsInSeconds.at(-1) ?? 0;
/** After the first attempt. */
const retriesInMs = attemptsInSeconds.slice(1).map((attempt) => attempt * 1000);

const started = startedService();
const sandbox = () => started().sandbox;
const control = () => sandbox().control;
const receiver = eachReceiver();
forgetDeliveriesBeforeEach(started);

/** Pays a milestone on a frozen clock, and returns when its event was attempted. */
async function payFrozen(): Promise<{ milestoneId: string; paidAt: number }> {
  await control().setWebhook(null);
  const { milestoneId } = await createPayableMilestone(sandbox());
  const { now: paidAt } = await control().freeze();
  await lead(sandbox(), milestoneId, 'pay');
  await control().setWebhook(receiver().url);
  await control().drain();
  return { milestoneId, paidAt };
}

const advance = async (seconds: number) => (await control().advance(seconds)).actions;
const answerWith = (status: number) => {
  receiver().answer = (response) => void response.writeHead(status, { location: receiver().url }).end('no');
};

test('HOOK-4 a failed delivery is retried with the same bytes as the document says, and an attempt after the last is refused, however long one waits', async () => {
  answerWith(500);
  const { milestoneId, paidAt } = await payFrozen();

  const actions = await advance(lastAttempt);

  expect(actions.map((action) => action.at - paidAt)).toEqual(retriesInMs);
  expect(actions).toMatchObject(
    retriesInMs.map((_, index) => ({
      kind: 'delivery',
      attempt: index + 2,
      outcome: 'failed',
      answerStatus: 500,
      nextDueAt: retriesInMs[index + 1] === undefined ? null : paidAt + (retriesInMs[index + 1] ?? 0),
    })),
  );
  expect(await advance(1_000_000)).toEqual([]);
  const attempts = await attemptsOf(sandbox(), milestoneId);
  expect(attempts.map(({ startedAt }) => startedAt - paidAt)).toEqual([0, ...retriesInMs]);
  expect(await deliveriesOf(sandbox(), milestoneId)).toMatchObject([
    { state: 'failed', attempts: attemptsInSeconds.length },
  ]);
  expect(receiver().events).toHaveLength(attemptsInSeconds.length);
  expect(new Set(receiver().events.map(({ bytes }) => bytes.toString())).size).toBe(1);
});

test('HOOK-4 the delay runs from the end of the failed attempt, not from its start', async () => {
  receiver().answer = (response) => {
    started().service.store.run("update tenants set clockFrozenAt = clockFrozenAt + 5000 where id = 'default'");
    response.writeHead(500).end();
  };

  const { milestoneId, paidAt } = await payFrozen();

  expect(await deliveriesOf(sandbox(), milestoneId)).toMatchObject([
    {
      dueAt: paidAt + 5000 + (retriesInMs[0] ?? 0),
      attemptLog: [{ startedAt: paidAt, endedAt: paidAt + 5000 }],
    },
  ]);
});

test('HOOK-4 a clock that is put back by a day postpones no retry, and a receiver that works again gets no further attempt', async () => {
  const dayInMs = 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayInMs });
  onTestFinished(() => void vi.useRealTimers());
  const own = await startSandbox({ webhookUrl: receiver().url });
  onTestFinished(() => own.close());
  receiver().answer = (response) => void response.writeHead(receiver().events.length > 1 ? 200 : 500).end();
  const { milestoneId } = await createPayableMilestone(own);
  const untilDelivery = (expected: object) =>
    vi.waitFor(async () => expect(await deliveriesOf(own, milestoneId)).toMatchObject([expected]), limit);
  await lead(own, milestoneId, 'pay');
  await untilDelivery({ state: 'pending', attempts: 1 });

  vi.setSystemTime(Date.now() - dayInMs);
  await untilDelivery({ state: 'delivered', attempts: 2 });

  expect((await own.control.advance(lastAttempt)).actions).toEqual([]);
  expect(receiver().events).toHaveLength(2);
});

test('a delivery is sent again on request, with a new series of attempts, and keeps its log', async () => {
  answerWith(500);
  const { milestoneId } = await payFrozen();
  await advance(lastAttempt);
  const [delivery] = await deliveriesOf(sandbox(), milestoneId);

  await control().redeliver(delivery?.id ?? '');
  await control().drain();
  await advance(lastAttempt);

  const attempts = await attemptsOf(sandbox(), milestoneId);
  const numbers = [...Array(2 * attemptsInSeconds.length).keys()].map((index) => index + 1);
  expect(attempts.map(({ number }) => number)).toEqual(numbers);
});

test('the outcome of an attempt is dropped if its tenant was reset meanwhile', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const { milestoneId } = await createPayableMilestone(tenant);
  await lead(tenant, milestoneId, 'pay');
  receiver().answer = async (response) => {
    await tenant.control.reset();
    response.writeHead(200).end();
  };
  await tenant.control.setWebhook(receiver().url);

  const actions = await tenant.control.drain();

  expect(receiver().events).toHaveLength(1);
  expect(actions).toEqual([]);
  expect(await tenant.control.deliveries()).toMatchObject({ deliveries: [] });
});

test('a delivery whose outcome cannot be stored stays pending, is reported, and is sent again later', async () => {
  const stderr = watchStderr();
  const { store } = started().service;
  store.run("create trigger refuse before insert on deliveryAttempts begin select raise(abort, 'no'); end");
  await control().setWebhook(null);
  const { milestoneId } = await createPayableMilestone(sandbox());
  await lead(sandbox(), milestoneId, 'pay');
  await control().setWebhook(receiver().url);

  await expect(control().drain()).rejects.toMatchObject({ status: 500 });
  const before = await deliveriesOf(sandbox(), milestoneId);
  store.run('drop trigger refuse');
  await receiver().received(2);
  await control().drain();

  expect(before).toMatchObject([{ state: 'pending', attempts: 0, attemptLog: [] }]);
  expect(stderr).toContain('error during scheduled work: Error ERR_SQLITE_ERROR 1811');
  expect(await deliveriesOf(sandbox(), milestoneId)).toMatchObject([
    { state: 'delivered', attempts: 1, attemptLog: [{ number: 1 }] },
  ]);
});

const text = (part: string) => expect.stringContaining(part);

test.each<[what: string, answer: Receiver['answer'] | number | 'none', attempt: object]>([
  ['a redirect', 302, { answerStatus: 302, answerBody: 'no', failure: 'redirected', error: text('redirected (302)') }],
  ['an answer of 500', 500, { answerStatus: 500, answerBody: 'no', failure: 'answered', error: text('answered 500') }],
  ['no answer in time', () => {}, { answerStatus: null, failure: 'timedOut', error: text('within 0.25 s') }],
  [
    'a body that does not end in time',
    (response) => void response.writeHead(200).write('begun'),
    { error: text('within 0.25 s') },
  ],
  ['a broken connection', (response) => void response.socket?.destroy(), { failure: 'connectionClosed' }],
  [
    'an answer of 101, after which nothing comes',
    (response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    { answerStatus: null, failure: 'connectionClosed' },
  ],
  [
    'a receiver that is not running',
    'none',
    { failure: 'connectionRefused', error: text('Nothing listens on 127.0.0.1:') },
  ],
])('HOOK-3 %s is refused as a success, and described', async (_, answer, attempt) => {
  const { webhookTimeoutInMs } = defaultSettings;
  onTestFinished(async () => void (await control().changeSettings({ webhookTimeoutInMs })));
  await control().changeSettings({ webhookTimeoutInMs: 250 });
  if (answer === 'none') await receiver().close();
  else if (typeof answer === 'number') answerWith(answer);
  else receiver().answer = answer;

  const { milestoneId } = await payFrozen();

  expect(await attemptsOf(sandbox(), milestoneId)).toMatchObject([attempt]);
});

test('HOOK-3 an event is accepted although a proxy of the environment is dead: none is used for events', async () => {
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:9' }));

  const { milestoneId } = await payFrozen();

  expect(await attemptsOf(sandbox(), milestoneId)).toMatchObject([{ answerStatus: 200, failure: null }]);
});

test('an answer without end is cut off at 64 KiB', async () => {
  receiver().answer = (response) => void response.writeHead(200).write('x'.repeat(100_000));

  const { milestoneId } = await payFrozen();

  const [attempt] = await attemptsOf(sandbox(), milestoneId);
  expect([attempt?.answerBody?.length, attempt?.error]).toEqual([65_536, null]);
});
