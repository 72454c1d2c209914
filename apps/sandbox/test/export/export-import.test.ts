import { repeats } from '@escrow-kit/suite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ControlSchema, Sandbox } from '../../src/index.ts';
import { codeOf, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import {
  addAddress,
  addBank,
  createPaidMilestone,
  createReadyMilestone,
  issueUserToken,
  newPhone,
  registerCustomer,
  shortIdOf,
  startPayment,
} from '../support/escrow-steps.ts';
import { createPageClient } from '../support/page-client.ts';
import { eachReceiver } from '../support/receiver.ts';
import { callControl, send } from '../support/service-api.ts';
import {
  createTenantSandbox,
  sqliteOrBoth,
  startedSandbox,
  startedService,
  stores,
} from '../support/started-sandbox.ts';

type Exported = ControlSchema<'Export'>;

describe.each(stores)('export and import on %s', (store) => {
  const sandbox = startedSandbox(store);
  const started = startedService(store);
  const other = () => started().sandbox;
  const receiver = eachReceiver();

  test('an import into the same tenant or another sandbox is exported again as it was', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await fill(tenant);
    const target = await createTenantSandbox(other());
    const exported = await tenant.control.export();

    await tenant.control.import(exported);
    await target.control.import(exported);

    expect(Object.entries(exported.tables).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(await tenant.control.export()).toEqual(exported);
    expect(await target.control.export()).toEqual(exported);
  });

  test('LEGACY-2 a token of a user moves with its user, and is refused if it is another tenant’s', async () => {
    const source = await createTenantSandbox(sandbox());
    const phone = newPhone();
    const bearer = await issueUserToken(source, phone);
    const id = await registerCustomer(source, phone);
    const target = await createTenantSandbox(sandbox());
    const exported = await source.control.export();

    await expect(target.control.import(exported)).rejects.toMatchObject({ status: 409 });
    await source.control.reset();
    await target.control.import(exported);

    const { status } = await send(target, 'legacyAddIban', { path: { id }, bearer, body: {} });
    expect(status).toBe(200);
    expect((await target.control.describe()).counts.users).toBe(1);
  });

  test('a document far larger than a call of the service is imported', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const { tables, ...exported } = await tenant.control.export();
    const record = { kind: 'payment', bodyJson: JSON.stringify('x'.repeat(1000)), createdAt: 1 };
    const count = repeats({ test: 2000, soak: 5000 });
    const genericRecords = Array.from({ length: count }, (_, index) => ({ id: `record_${index}`, ...record }));

    await tenant.control.import({ ...exported, tables: { ...tables, genericRecords } });

    expect((await tenant.control.export()).tables['genericRecords']).toHaveLength(count);
  });

  if (!sqliteOrBoth.includes(store)) return;

  test('STATE-4 an imported milestone continues from its state, with the credentials of its new tenant', async () => {
    const source = await createTenantSandbox(sandbox());
    const { milestoneId, buyerPhone } = await createReadyMilestone(source);
    const target = await createTenantSandbox(sandbox());
    await target.control.import(await source.control.export());

    const { body } = await startPayment(target, { milestoneId });
    await target.control.giveConsent(buyerPhone);
    const checkout = { checkoutUrl: body.data, buyerPhone, shortId: shortIdOf(body.data) };
    const { session } = await target.control.openCheckout(await ticketUrl(target, checkout));
    const paid = await target.control.payCheckout(session);

    expect(paid.state).toBe('PAID');
    expect((await source.control.milestone(milestoneId)).state).toBe('WAITING_FOR_PAYMENT');
  });

  test('AUTH-5 an imported contract belongs to the client of its new tenant', async () => {
    const source = await createTenantSandbox(sandbox());
    const { contractId } = await createReadyMilestone(source);
    const target = await createTenantSandbox(other());

    await target.control.import(await source.control.export());

    const { db } = started().service;
    const contract = await db.selectFrom('contracts').where('id', '=', contractId).selectAll().executeTakeFirst();
    expect(contract).toMatchObject({ tenantId: target.control.tenant, clientId: target.credentials.clientId });
  });

  test('HOOK-4 an imported delivery goes to the webhook of its new tenant, signed with its secret', async () => {
    const source = await createTenantSandbox(sandbox());
    const { milestoneId } = await createPaidMilestone(source);
    const target = await createTenantSandbox(other());
    await target.control.setWebhook(receiver().url);

    await target.control.import(await source.control.export());

    const [event] = await receiver().received(1);
    expect(event?.body).toMatchObject({ contractId: milestoneId, status: 'PAID' });
  });

  test('the request log is left out on request', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await createReadyMilestone(tenant);

    const { tables } = await tenant.control.export({ requests: 'false' });

    expect([tables['requests'], tables['users']?.length]).toEqual([[], 2]);
  });

  describe('of a tenant that keeps its state', () => {
    let tenant: Sandbox;
    let exported: Exported;
    beforeAll(async () => {
      tenant = await createTenantSandbox(sandbox());
      await createReadyMilestone(tenant);
      exported = await tenant.control.export();
    });

    test.each<[string, (document: Exported) => unknown]>([
      ['of another version', (exported) => ({ ...exported, version: 2 })],
      ['without tables', ({ tables: _, ...exported }) => exported],
      ['with an unknown table', ({ tables, ...rest }) => ({ ...rest, tables: { ...tables, secrets: [] } })],
      ['with a row that lacks a column', (exported) => changeUser(exported, ({ phone: _, ...user }) => user)],
      ['with text for a number', (exported) => changeUser(exported, (user) => ({ ...user, id: '1' }))],
      ['with an unknown state', (exported) => changeUser(exported, (user) => ({ ...user, consent: 'MAYBE' }))],
      ['with text that no store keeps', (exported) => changeUser(exported, (user) => ({ ...user, firstName: '\0' }))],
      [
        'with one row twice',
        ({ tables, ...rest }) => ({ ...rest, tables: { ...tables, users: [1, 2].map(() => tables['users']?.[0]) } }),
      ],
      [
        'with a ledger out of balance',
        ({ tables, ...rest }) => ({ ...rest, tables: { ...tables, ledgerEntries: [entry] } }),
      ],
      [
        'with a posting of no event',
        ({ tables, ...rest }) => ({
          ...rest,
          tables: { ...tables, ledgerEntries: [{ ...entry, amount: 0 }] },
        }),
      ],
      ['with a clock beyond the year 9999', (exported) => changeClock(exported, { frozenAtInMs: 253_402_300_800_000 })],
      ['with a clock further away than any number', (exported) => changeClock(exported, { offsetInMs: 1e300 })],
      ['with an invalid time', (exported) => changeUser(exported, (user) => ({ ...user, createdAt: 9e15 }))],
    ])('a document %s is refused, and nothing is changed', async (_, change) => {
      const { status, body } = await callControl(tenant, '/import', { method: 'POST', body: change(exported) });

      expect([status, body.error]).toEqual([400, 'rule_violation']);
      expect(await tenant.control.export()).toEqual(exported);
    });
  });
});

const entry = {
  id: 'entry_1',
  postingId: 'posting_1',
  eventId: 'event_1',
  milestoneId: 'm',
  account: 'a',
  amount: 1,
  createdAt: 1,
};

function changeUser({ tables, ...rest }: Exported, change: (user: Record<string, unknown>) => unknown): object {
  const [user = {}] = tables['users'] ?? [];
  return { ...rest, tables: { ...tables, users: [change(user)] } };
}

function changeClock({ tenant, ...rest }: Exported, clock: object): object {
  return { ...rest, tenant: { ...tenant, clock: { ...tenant.clock, ...clock } } };
}

/** Writes something into every table. */
async function fill(tenant: Sandbox): Promise<void> {
  const { control } = tenant;
  await control.changeSettings({ settlement: { automatic: true, releaseAfterInSeconds: 1000, cashOut: 'OTHER' } });
  const checkout = await startCheckout(tenant, { consent: 'PENDING' });
  const userId = checkout.sellerId;
  await addBank(tenant, userId);
  await addAddress(tenant, userId);
  await send(tenant, 'submitNationalId', { path: { userId }, body: { nationalId: '1000000008' } });
  const { session } = await control.openCheckout(await ticketUrl(tenant, checkout));
  await control.giveCheckoutConsent(session, true);
  await control.setWebhook('http://127.0.0.1:1/events');
  await control.payCheckout(session);
  await control.drain();
  await chooseBankTransfer(tenant);
  const signUp = { phoneNumber: newPhone(), firstName: 'A', lastName: 'B', clientUserId: 'user-1' };
  await send(tenant, 'legacySignUp', { body: signUp });
  await send(tenant, 'linkUser', {
    body: { email: 'a@example.com', phone: newPhone(), name: 'A', metadata: { a: 1 } },
  });
  await send(tenant, 'createPayment', { body: { amount: 1 } });
  await control.setWebhook(null);
  await control.setFaults([{ target: 'webhook', kind: 'status', status: 503, times: 2, probability: 0.5 }]);
  await control.freeze();
}

/** Signs a buyer in at the checkout page, who chooses a bank transfer. */
async function chooseBankTransfer(tenant: Sandbox): Promise<void> {
  const { checkoutUrl, buyerPhone } = await startCheckout(tenant);
  const client = createPageClient(tenant);
  const codePage = await client.submit(await client.open(checkoutUrl), { step: 'phone', phone: buyerPhone });
  const paymentPage = await client.submit(codePage, { step: 'code', code: await codeOf(tenant, buyerPhone) });
  await client.submit(paymentPage, { step: 'pay', method: 'MANUAL_BANK_TRANSFER' });
}
