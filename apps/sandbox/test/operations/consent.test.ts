import { describe, expect, test } from 'vitest';
import { newPhone, registerCustomer, requestTicket } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { otpOf, setConsent, startedService, stores } from '../support/started-sandbox.ts';

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);

  async function registeredPhone(): Promise<string> {
    const phone = newPhone();
    await registerCustomer(started().sandbox, phone);
    return phone;
  }

  async function consentOf(phone: string): Promise<string> {
    const { consent } = await started()
      .service.db.selectFrom('users')
      .where('phone', '=', phone)
      .select('consent')
      .executeTakeFirstOrThrow();
    return consent;
  }

  async function verifyByOtp(phone: string): Promise<void> {
    const otp = await otpOf(started().service, phone, 'SERVICE_OTP');
    await send(started().sandbox, 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber: phone, otp } });
  }

  const ticketOf = (phone: string) => requestTicket(started().sandbox, { phone, shortId: 'any' });

  test('USER-3 a newly linked customer is pending', async () => {
    const phone = await registeredPhone();

    await expect(consentOf(phone)).resolves.toBe('PENDING');
  });

  test("USER-3 consent is accepted on the organization's own OTP screen", async () => {
    const phone = await registeredPhone();

    await verifyByOtp(phone);

    await expect(consentOf(phone)).resolves.toBe('GRANTED');
  });

  test('USER-3 consent by a wrong password is refused', async () => {
    const phone = await registeredPhone();

    await send(started().sandbox, 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber: phone, otp: 1 } });

    await expect(consentOf(phone)).resolves.toBe('PENDING');
  });

  test('USER-3 linking again leaves consent as it is', async () => {
    const phone = await registeredPhone();
    await setConsent(started().service, phone, 'GRANTED');

    await registerCustomer(started().sandbox, phone);

    await expect(consentOf(phone)).resolves.toBe('GRANTED');
  });

  test('USER-4 a declined consent is reversed by OTP verification, after which the ticket is accepted', async () => {
    const phone = await registeredPhone();
    await setConsent(started().service, phone, 'DECLINED');
    const declined = await ticketOf(phone);
    await registerCustomer(started().sandbox, phone);
    await verifyByOtp(phone);

    const granted = await ticketOf(phone);

    expect([declined.status, granted.status]).toEqual([400, 200]);
  });

  test.each([
    'USER-4 a declined consent stays refused while nothing reverses it',
    'TICKET-3 a buyer who declined is refused with consent_rejected',
  ])('%s', async () => {
    const phone = await registeredPhone();
    await setConsent(started().service, phone, 'DECLINED');
    await registerCustomer(started().sandbox, phone);

    const answer = await ticketOf(phone);

    expect(answer).toMatchObject({ status: 400, body: { error: 'consent_rejected', rule: 'TICKET-3' } });
  });

  test('TICKET-3 a buyer who gave consent is accepted', async () => {
    const phone = await registeredPhone();
    await setConsent(started().service, phone, 'GRANTED');

    await expect(ticketOf(phone)).resolves.toMatchObject({ status: 200 });
  });

  test('secrets are stored only as hashes', async () => {
    const phone = await registeredPhone();
    const { body } = await ticketOf(phone);
    const signUp = { phoneNumber: phone, firstName: 'A', lastName: 'B', clientUserId: 'shop-1' };
    const signedUp = await send(started().sandbox, 'legacySignUp', { body: signUp });
    const { db, requestLog } = started().service;
    await requestLog.flush();

    const rows = [
      await db.selectFrom('tickets').selectAll().execute(),
      await db.selectFrom('credentials').selectAll().execute(),
      await db.selectFrom('tenants').select(['clientSecretHash', 'settingsJson']).execute(),
      await db.selectFrom('requests').selectAll().execute(),
    ];

    for (const secret of [body.ticket, signedUp.body.data.clientUserToken, 'sandbox-secret', 'org_sandbox']) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});
