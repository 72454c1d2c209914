import { expect, test } from 'vitest';
import { otpOf } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer, requestTicket } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const sandbox = () => started().sandbox;

async function registeredPhone(): Promise<string> {
  const phone = newPhone();
  await registerCustomer(sandbox(), phone);
  return phone;
}

const verify = (phoneNumber: string, otp: number) =>
  send(sandbox(), 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber, otp } });
const verifyByOtp = async (phone: string) => verify(phone, await otpOf(started().sandbox, phone, 'SERVICE_OTP'));
const decline = (phone: string) => started().sandbox.control.setConsent(phone, 'DECLINED');
const grant = (phone: string) => started().sandbox.control.setConsent(phone, 'GRANTED');
const linkAgain = (phone: string) => registerCustomer(sandbox(), phone);
const accepted = { status: 200, body: { ticket: expect.any(String), expiresIn: 300 } };
const rejected = { status: 400, body: { error: 'consent_rejected', rule: 'TICKET-3' } };

type Step = (phone: string) => Promise<unknown>;
test.each<[title: string, steps: Step[], consent: string, ticket: object]>([
  [
    'USER-3 AUTH-6 TICKET-1 TICKET-2 TICKET-4 a newly linked customer is pending, and a ticket for any shortId accepted',
    [],
    'PENDING',
    accepted,
  ],
  ["USER-3 consent is accepted on the organization's own OTP screen", [verifyByOtp], 'GRANTED', accepted],
  ['USER-3 consent by a wrong password is refused', [(phone) => verify(phone, 1)], 'PENDING', accepted],
  ['USER-3 linking again leaves consent as it is', [grant, linkAgain], 'GRANTED', accepted],
  [
    'USER-4 a declined consent is accepted after OTP verification',
    [decline, linkAgain, verifyByOtp],
    'GRANTED',
    accepted,
  ],
  ['USER-4 a declined consent stays refused while nothing reverses it', [decline, linkAgain], 'DECLINED', rejected],
  ['TICKET-3 a buyer who declined is refused with consent_rejected', [decline], 'DECLINED', rejected],
  ['TICKET-3 a buyer who gave consent is accepted', [grant], 'GRANTED', accepted],
])('%s', async (_, steps, consent, ticket) => {
  const phone = await registeredPhone();
  for (const step of steps) await step(phone);

  const answer = await requestTicket(sandbox(), { phone, shortId: 'my-order-1' });

  expect(answer).toMatchObject(ticket);
  const { users } = await sandbox().control.users();
  expect(users).toContainEqual(expect.objectContaining({ phoneNumber: phone, consent }));
});

const unauthorized = { status: 401, body: { error: 'unauthorized', rule: 'AUTH-6a' } };
const invalidGrant = { error: 'invalid_grant', rule: 'TICKET-4' };
test.each<[title: string, changes: (phone: string) => object, expected: object]>([
  ['AUTH-6 the ticket call with a wrong secret is refused', () => ({ client_secret: 'wrong' }), unauthorized],
  ['AUTH-6 the ticket call with an empty secret is refused', () => ({ client_secret: '' }), unauthorized],
  ['AUTH-6 the ticket call with an unknown client is refused', () => ({ client_id: 'other-client' }), unauthorized],
  [
    'TICKET-4 a buyer who is not linked is refused with invalid_grant',
    () => ({ login_hint: newPhone() }),
    { status: 400, body: invalidGrant },
  ],
  [
    'TICKET-4 a phone whose plus sign was not encoded is refused with a message that says how to write it',
    // A bare plus sign in a form arrives as a blank.
    (phone) => ({ login_hint: phone.replace('+', ' ') }),
    { status: 400, body: { ...invalidGrant, message: expect.stringContaining('encode its plus sign as %2B') } },
  ],
])('%s', async (_, changes, expected) => {
  const phone = await registeredPhone();

  const answer = await requestTicket(sandbox(), { phone, shortId: 'any', changes: changes(phone) });

  expect(answer).toMatchObject(expected);
});

test('TICKET-1 a field that is sent twice is refused', async () => {
  const form = new URLSearchParams({
    grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
    client_id: sandbox().credentials.clientId,
    client_secret: sandbox().credentials.clientSecret,
    login_hint: await registeredPhone(),
    scope: 'payment:any',
  });

  const once = await send(sandbox(), 'requestTicket', { rawBody: String(form) });
  form.append('scope', 'payment:any');
  const twice = await send(sandbox(), 'requestTicket', { rawBody: String(form) });

  expect(once.status).toBe(200);
  expect(twice).toMatchObject({ status: 400, body: { rule: 'TICKET-1b' } });
});
