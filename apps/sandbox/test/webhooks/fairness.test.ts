import { expect, test } from 'vitest';
import { insertEvent } from '../../src/domain/milestones/insert-event.ts';
import { createCredentials } from '../../src/domain/tenants/credentials.ts';
import { insertTenant } from '../../src/domain/tenants/insert-tenant.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();

test('a receiver that does not answer holds up no other tenant', async () => {
  const { db, wake } = started().service;
  const [silent, other] = await Promise.all([createReceiver(), createReceiver()]);
  silent.answer = () => {};
  await insertTenant(db, { id: 'silent', credentials: createCredentials(), systemNow: 0 });
  await db.updateTable('tenants').set({ webhookUrl: silent.url }).where('id', '=', 'silent').execute();
  for (let count = 0; count < 100; count += 1) {
    await insertEvent(db, { tenantId: 'silent', milestoneId: `milestone_${count}`, status: 'PAID', now: 0 });
  }
  wake();
  await silent.received(16);
  await started().sandbox.control.setWebhook(other.url);
  const { milestoneId } = await createPayableMilestone(started().sandbox);

  await lead(started().sandbox, milestoneId, 'pay');
  await other.received(1);

  expect(silent.events.length).toBeLessThan(100);
  await Promise.all([silent.close(), other.close()]);
});
