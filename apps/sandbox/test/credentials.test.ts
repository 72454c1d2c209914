import { createEscrowClient } from '@escrow-kit/client';
import { expect, test } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { createReadyMilestone } from './support/escrow-steps.ts';
import { createTenantSandbox, startedSandbox } from './support/started-sandbox.ts';

const sandbox = startedSandbox({ webhookSecret: 'whsec_of_mine' });

test.each<[string, (sandbox: Sandbox) => Promise<Sandbox>]>([
  ['the default tenant', async (sandbox) => sandbox],
  ['another tenant', createTenantSandbox],
])('the client takes the credentials of %s as they are, and makes a call with each', async (_, choose) => {
  const own = await choose(sandbox());
  const { milestoneId, buyerPhone } = await createReadyMilestone(own);

  const escrow = createEscrowClient({ baseUrl: own.url, ...own.credentials });

  expect(own.credentials.webhookSecret).toMatch(/^whsec_/);
  await escrow.customers.register({ phoneNumber: buyerPhone });
  const { shortId } = await escrow.payments.start({ milestoneId, redirectUrl: 'https://shop.example/return' });
  await escrow.payments.requestTicket({ shortId, buyerPhone });
});
