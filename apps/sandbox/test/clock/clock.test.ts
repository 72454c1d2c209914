import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPayableMilestone, lead, newPhone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

// The sandbox starts on this clock, which stands still until a test sets it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
const started = startedService();
const receiver = eachReceiver();
const newTenant = () => createTenantSandbox(started().sandbox);

/** Puts the system's clock forward. */
const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

test('a frozen clock stops, and continues from there when it is resumed', async () => {
  const { control } = await newTenant();

  const { now } = await control.freeze();
  pass(500);
  await control.freeze();
  pass(500);
  const frozen = await control.clock();
  pass(1000);
  await control.resume();
  pass(500);

  expect(frozen.now).toBe(now);
  expect((await control.clock()).now).toBe(now + 500);
});

test('a running clock that is advanced keeps running at its new offset', async () => {
  const { control } = await newTenant();
  const { now } = await control.clock();

  const { actions } = await control.advance(3600);
  pass(10);

  expect(actions).toEqual([]);
  expect((await control.clock()).now).toBe(now + 3_600_010);
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
  const others = await Promise.allSettled([
    control.advance(10),
    control.freeze(),
    control.resume(),
    control.drain(),
    control.deleteTenant(),
  ]);
  const sent = receiver().events.length;
  answered.resolve();
  const { actions } = await first;

  expect(others).toMatchObject(Array(5).fill({ reason: { status: 409 } }));
  expect(sent).toBe(1);
  expect(actions).toMatchObject(Array(2).fill({ kind: 'delivery', outcome: 'delivered' }));
  expect(receiver().events).toHaveLength(2);
});

test('a frozen clock still delivers what is due at its time', async () => {
  const sandbox = await newTenant();
  await sandbox.control.setWebhook(receiver().url);
  const { milestoneId } = await createPayableMilestone(sandbox);
  await sandbox.control.freeze();

  await lead(sandbox, milestoneId, 'pay');
  await receiver().received(1);

  expect(receiver().events[0]?.body.contractId).toBe(milestoneId);
});

test('the clock can be advanced again after a refusal', async () => {
  const { control } = await createTenantSandbox(started().sandbox);
  await control.freeze();

  await expect(control.advance(-1)).rejects.toMatchObject({ status: 400 });

  expect((await control.advance(0)).actions).toEqual([]);
});

test('advancing beyond the year 9999 is refused, and everything works at its end', async () => {
  const tenant = await createTenantSandbox(started().sandbox);
  const clockFrozenAt = Date.parse('9999-12-31T23:59:00Z');
  started().service.store.update('tenants', { id: tenant.control.tenant }, { clockFrozenAt });

  await expect(tenant.control.advance(61)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('9999'),
  });
  const { clock } = await tenant.control.advance(59);
  const body = { email: 'a@example.com', phone: newPhone(), name: 'Made Up' };
  const linked = await send(tenant, 'linkUser', { body });

  expect(clock.now).toBe(Date.parse('9999-12-31T23:59:59Z'));
  expect(linked).toMatchObject({ status: 200, body: { data: { created_at: '9999-12-31T23:59:59.000Z' } } });
});
