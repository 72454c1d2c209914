import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

// The sandbox starts on this clock, which stands still until a test sets it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
const started = startedService();
const receiver = eachReceiver();
const newTenant = () => createTenantSandbox(started().sandbox);

/** Puts the system's clock forward. */
const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

test('a frozen clock stops and continues from there when it is resumed, and a running one that is advanced keeps running', async () => {
  const { control } = await newTenant();

  const { now } = await control.freeze();
  pass(500);
  await control.freeze();
  pass(500);
  const frozen = await control.clock();
  await control.resume();
  pass(500);
  const resumed = await control.clock();
  const { actions } = await control.advance(3600);
  pass(10);

  expect([frozen.now, resumed.now, actions]).toEqual([now, now + 500, []]);
  expect((await control.clock()).now).toBe(now + 3_600_510);
});

test('a second advance at the same time is refused, and nothing else sets the clock or delivers', async () => {
  const { store, runner } = started().service;
  const sandbox = await newTenant();
  const { control } = sandbox;
  for (let count = 0; count < 2; count += 1) {
    const { milestoneId } = await createPayableMilestone(sandbox);
    await lead(sandbox, milestoneId, 'pay');
  }
  const answered = Promise.withResolvers<void>();
  receiver().answer = async (response) => {
    await answered.promise;
    response.writeHead(200).end();
  };
  // So that the runner is not woken.
  store.update('tenants', { id: control.tenant }, { webhookUrl: receiver().url });

  const first = control.advance(10);
  await receiver().received(1);
  runner.wake();
  const calls = [control.advance(10), control.freeze(), control.resume(), control.drain(), control.deleteTenant()];
  const others = await Promise.allSettled(calls);
  const sent = receiver().events.length;
  answered.resolve();
  const { actions } = await first;

  expect(others).toMatchObject(Array(5).fill({ reason: { status: 409 } }));
  expect(sent).toBe(1);
  expect(actions).toMatchObject(Array(2).fill({ kind: 'delivery', outcome: 'delivered' }));
  expect(receiver().events).toHaveLength(2);
});

test('advancing beyond the year 9999 or backwards is refused, and the clock reaches its end', async () => {
  const { control } = await newTenant();
  const clockFrozenAt = Date.parse('9999-12-31T23:59:00Z');
  started().service.store.update('tenants', { id: control.tenant }, { clockFrozenAt });

  const message = expect.stringContaining('9999');
  await expect(control.advance(61)).rejects.toMatchObject({ status: 400, message });
  await expect(control.advance(-1)).rejects.toMatchObject({ status: 400 });
  const { clock } = await control.advance(59);

  expect(clock.now).toBe(Date.parse('9999-12-31T23:59:59Z'));
});
