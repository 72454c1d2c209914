import type { OperationId } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { type TenantTableName, tenantTableNames } from '../../src/store/tables.ts';
import { createMilestone, parentRequest, requestTicket, startPayment } from '../support/escrow-steps.ts';
import { type CallParts, send } from '../support/service-api.ts';
import { createTenantSandbox, startedService } from '../support/started-sandbox.ts';

const canaries = {
  phone: '+966512345678',
  otherPhone: '+966587654321',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  iban: 'SA1234567890123456789012',
  nationalId: '1098765432',
  street: 'Canarystreet',
  email: 'canary@example.com',
  metadata: 'canarymetadata',
  generic: 'canarygeneric',
  otp: '987654',
};

describe('secret or personal data', () => {
  const started = startedService();

  test('LEGACY-2 is nowhere in the log or the control API, and no secret in the rest of the store', async () => {
    const { service, sandbox } = started();
    const tenant = await createTenantSandbox(sandbox);
    const secrets = await sendCanaries(tenant);

    service.requestLog.flush();
    const rowsOf = (table: TenantTableName) => service.store.list(table, { tenantId: tenant.control.tenant });
    const rows = rowsOf('requests');
    const stored = JSON.stringify(tenantTableNames.map(rowsOf));
    const shown = [
      JSON.stringify(rows),
      JSON.stringify(await tenant.control.requests({ limit: 1000 })),
      JSON.stringify(await tenant.control.describe()),
    ];

    expect(rows.length).toBeGreaterThan(20);
    for (const canary of [...Object.values(canaries), ...secrets]) {
      for (const text of shown) expect(text).not.toContain(canary);
    }
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  test('ID-2 a one-time password is shown only on request', async () => {
    const tenant = await createTenantSandbox(started().sandbox);
    const { body } = await send(tenant, 'registerCustomer', { body: { phoneNumber: canaries.phone } });
    await send(tenant, 'submitNationalId', {
      path: { userId: body.serviceUserId },
      body: { nationalId: canaries.nationalId },
    });

    const [otp] = await tenant.control.otps(canaries.phone);

    expect(otp).toMatchObject({ type: 'NATIONAL_ID_OTP', otp: expect.any(Number) });
    expect(JSON.stringify(await tenant.control.requests())).not.toContain(String(otp?.otp));
  });
});

/** Sends every canary in its own field and in wrong ones. Returns the secrets that are in use. */
async function sendCanaries(tenant: Sandbox): Promise<string[]> {
  const { phone, otherPhone, firstName, lastName, iban, nationalId, street, email, metadata, generic, otp } = canaries;
  const call = (id: OperationId, parts: CallParts) => send(tenant, id, parts);
  const user = (await call('registerCustomer', { body: { phoneNumber: phone, firstName, lastName } })).body;
  const path = { serviceUserId: user.serviceUserId, userId: user.serviceUserId, id: user.serviceUserId };
  const bank = { iban, currency: 'SAR', beneficiaryName: firstName, nationalId };
  await call('addBankAccount', { path, body: bank });
  await call('addBankAccount', { path, body: { ...bank, iban: 12, nationalId: Number(nationalId) } });
  await call('addAddress', { path, body: { addressLabel: 'HOME', countryCode: 'SA', street, city: street } });
  await call('submitNationalId', { path, body: { nationalId } });
  await call('validateOtp', { body: { type: 'NATIONAL_ID_OTP', phoneNumber: phone, otp: Number(otp) } });
  const signUp = { phoneNumber: phone, firstName, lastName, clientUserId: 'user-1' };
  const { clientUserToken } = (await call('legacySignUp', { body: signUp })).body.data;
  const link = { email, phone: otherPhone, name: firstName, metadata: { note: metadata } };
  const { waffy_token: waffyToken } = (await call('linkUser', { body: link })).body.data;
  const customerToken = await tenant.control.customerToken(phone);
  for (const bearer of [clientUserToken, customerToken, waffyToken, undefined]) {
    const credential = bearer === undefined ? {} : { bearer };
    await call('legacyAddIban', { path, ...credential, body: { iban, anything: generic } });
    await call('legacyAddAddress', { path, ...credential, body: { street, [phone]: generic } });
  }
  await call('linkUser', { body: { ...link, email: { nested: email }, phone: `not a phone ${phone}` } });
  await call('createPayment', { body: { note: generic, to: iban } });
  await call('createWebhook', { body: { url: `https://example.com/${generic}`, secret: generic } });
  // In wrong fields.
  await call('createContract', { body: parentRequest({ itemDetail: { title: phone, description: iban } }) });
  await call('createContract', { body: parentRequest({ currency: nationalId, [generic + phone]: phone }) });
  await call('createContract', { body: { [phone]: firstName, constructor: email } });
  const { contractId, milestoneId } = await createMilestone(tenant);
  const parties = {
    [milestoneId]: [{ phoneNumber: phone, role: 'PROVIDER', amount: 1, isSender: true }],
    [phone]: phone,
  };
  await call('addParties', { path: { contractId }, body: { mileStonesParties: parties } });
  await startPayment(tenant, { milestoneId });
  const { ticket } = (await requestTicket(tenant, { phone, shortId: 'short-1' })).body;
  await requestTicket(tenant, { phone: otherPhone, shortId: 'short-1', changes: { client_secret: generic } });
  await call('createContract', { bearer: generic, body: parentRequest() });
  await call('createContract', { rawBody: `{"phone":"${phone}"`, contentType: 'application/json' });
  const secrets = [ticket, clientUserToken, customerToken, waffyToken, ...secretsOf(tenant)];
  for (const secret of secrets) await call('createContract', { body: { currency: secret } });
  return secrets;
}

function secretsOf({ credentials }: Sandbox): string[] {
  return [credentials.clientSecret, credentials.webhookSecret, ...Object.values(credentials.tokens)];
}
