import { expect, onTestFinished, test } from 'vitest';
import { claimDeliveries } from '../../src/delivery/claim-deliveries.ts';
import { createPayableMilestone, lead, newPhone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

const started = startedService();
const receiver = eachReceiver();
const newTenant = () => createTenantSandbox(started().sandbox);

/** Stops the system's clock of the sandbox, and returns a function that sets it ahead. */
function holdTime(): (milliseconds: number) => void {
  const { service } = started();
  const { systemNow } = service;
  onTestFinished(() => void Object.assign(service, { systemNow }));
  const now = systemNow();
  const setTime = (milliseconds: number) => void Object.assign(service, { systemNow: () => now + milliseconds });
  setTime(0);
  return setTime;
}

test('a frozen clock stops, and continues from there when it is resumed', async () => {
  const { control } = await newTenant();
  const setTime = holdTime();

  const { now } = await control.freeze();
  setTime(500);
  await control.freeze();
  setTime(1000);
  const frozen = await control.clock();
  setTime(2000);
  await control.resume();
  setTime(2500);

  expect(frozen.now).toBe(now);
  expect((await control.clock()).now).toBe(now + 500);
});

test('a running clock that is advanced keeps running at its new offset', async () => {
  const { control } = await newTenant();
  const setTime = holdTime();
  const { now } = await control.clock();

  const { actions } = await control.advance(3600);
  setTime(10);

  expect(actions).toEqual([]);
  expect((await control.clock()).now).toBe(now + 3_600_010);
});

test('a second advance at the same time is refused, and nothing else sets the clock or delivers', async () => {
  const { db } = started().service;
  const sandbox = await newTenant();
  const { control } = sandbox;
  const { milestoneId } = await createPayableMilestone(sandbox);
  await lead(sandbox, milestoneId, 'pay', 'release');
  const answered = Promise.withResolvers<void>();
  receiver().answer = async (response) => {
    await answered.promise;
    response.writeHead(200).end();
  };
  // So that the runner is not told.
  await db.updateTable('tenants').set({ webhookUrl: receiver().url }).where('id', '=', control.tenant).execute();

  const first = control.advance(10);
  await receiver().received(1);
  const others = await Promise.allSettled([control.advance(10), control.freeze(), control.resume(), control.drain()]);
  const systemNow = Date.now();
  const claimed = await db.transaction().execute((trx) => claimDeliveries(trx, { systemNow, limit: 9 }));
  answered.resolve();
  const { actions } = await first;

  expect(others).toMatchObject(Array(4).fill({ reason: { status: 409 } }));
  expect(claimed).toEqual([]);
  expect(actions).toMatchObject(Array(2).fill({ kind: 'delivery', outcome: 'delivered', milestoneId }));
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
  const { db } = started().service;
  await db.updateTable('tenants').set({ clockFrozenAt }).where('id', '=', tenant.control.tenant).execute();

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
