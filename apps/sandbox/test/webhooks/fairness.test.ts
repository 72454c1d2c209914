import { expect, test } from 'vitest';
import { createCredentials } from '../../src/domain/credentials.ts';
import { insertEvent } from '../../src/domain/milestones.ts';
import { insertTenant } from '../../src/domain/tenants.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();

test('a receiver that does not answer holds up no other tenant', async () => {
  const { store, runner } = started().service;
  const [silent, other] = await Promise.all([createReceiver(), createReceiver()]);
  silent.answer = () => {};
  insertTenant(store, { id: 'silent', credentials: createCredentials(), systemNow: 0 });
  store.update('tenants', { id: 'silent' }, { webhookUrl: silent.url });
  for (let count = 0; count < 100; count += 1) {
    insertEvent(store, { tenantId: 'silent', milestoneId: `milestone_${count}`, status: 'PAID', now: 0 });
  }
  runner.wake();
  await silent.received(16);
  await started().sandbox.control.setWebhook(other.url);
  const { milestoneId } = await createPayableMilestone(started().sandbox);

  await lead(started().sandbox, milestoneId, 'pay');
  await other.received(1);

  expect(silent.events).toHaveLength(16);
  await Promise.all([silent.close(), other.close()]);
});
