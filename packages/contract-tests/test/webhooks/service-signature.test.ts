import { createHmac } from 'node:crypto';
import { createEscrowClient } from '@escrow-kit/client';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { verify } from '@escrow-kit/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { milestone, parent } from '../../src/consumer/sample-bodies.ts';
import { type Capture, captureRequests } from './capture-requests.ts';

const secret = 'whsec_of_this_test';
const [buyer, seller] = ['+966500000002', '+966500000003'];
let capture: Capture;
let sandbox: Sandbox;
let milestoneId: string;

beforeAll(async () => {
  capture = await captureRequests();
  sandbox = await startSandbox({ webhookUrl: capture.url, webhookSecret: secret });
  milestoneId = await settleMilestone();
});

afterAll(async () => {
  await Promise.all([sandbox.close(), capture.close()]);
});

/** Makes the sandbox send every event of a milestone. */
async function settleMilestone(): Promise<string> {
  const { clientId, clientSecret, tokens } = sandbox.credentials;
  const escrow = createEscrowClient({ baseUrl: sandbox.url, clientId, clientSecret, tokens });
  await escrow.customers.register({ phoneNumber: buyer });
  const { serviceUserId } = await escrow.customers.register({ phoneNumber: seller });
  const iban = 'SA0380000000608010167519';
  const account = { iban, currency: 'SAR', beneficiaryName: 'Sara Seller', nationalId: '1000000001' };
  await escrow.customers.addBankAccount(serviceUserId, account);
  await escrow.customers.addAddress(serviceUserId, { addressLabel: 'WORK', countryCode: 'SA' });
  const { id: contractId } = await escrow.contracts.create(parent);
  const { milestones } = await escrow.contracts.addMilestones(contractId, [milestone]);
  const id = milestones[0]?.id ?? '';
  await escrow.contracts.addParties(contractId, {
    [id]: [
      { role: 'CUSTOMER', phoneNumber: buyer, amount: 1000 },
      { role: 'PROVIDER', phoneNumber: seller, amount: 1000 },
    ],
  });
  const { control } = sandbox;
  await control.giveConsent(buyer);
  await control.pay(id);
  await control.release(id);
  await control.complete(id);
  await control.drain();
  return id;
}

test('HOOK-2 each request of the sandbox is signed with the secret, over the bytes that it sent', () => {
  for (const { body, signature } of capture.requests) {
    // Computed independently of the sender's and the receiver's code.
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  }
  expect(capture.requests).toHaveLength(3);
});

test('HOOK-1 the receiver reads contractId as the id of the milestone, in every status', () => {
  const verified = capture.requests.map(({ body, signature }) => verify(body, signature, secret));

  const events = verified.map((result) => (result.ok ? result.event : undefined));
  expect(events.map((event) => event?.milestoneId)).toEqual([milestoneId, milestoneId, milestoneId]);
  expect(events.map((event) => event?.status).sort()).toEqual(['CASHOUT_IN_PROGRESS', 'COMPLETED', 'PAID']);
});

test('HOOK-2 a body with any single byte changed is refused', () => {
  const [{ body, signature }] = capture.requests as [Capture['requests'][number]];
  const results = [...body.keys()].map((index) => {
    const tampered = Buffer.from(body);
    tampered[index] = (tampered[index] as number) ^ 1;
    return verify(tampered, signature, secret);
  });

  expect(results.filter(({ ok }) => ok)).toEqual([]);
  expect(results).toHaveLength(body.length);
});

test('HOOK-2 the same JSON in other bytes is refused', () => {
  const [{ body, signature }] = capture.requests as [Capture['requests'][number]];
  const spaced = JSON.stringify(JSON.parse(body.toString()), null, 1);

  expect(verify(spaced, signature, secret)).toMatchObject({ ok: false, reason: 'signature_mismatch' });
});

test('HOOK-2 a request is refused with another secret, another signature or none', () => {
  const [{ body, signature = '' }] = capture.requests as [Capture['requests'][number]];

  expect(verify(body, signature, 'whsec_of_somebody_else')).toMatchObject({ ok: false, reason: 'signature_mismatch' });
  expect(verify(body, `sha256=${'0'.repeat(64)}`, secret)).toMatchObject({ ok: false, reason: 'signature_mismatch' });
  expect(verify(body, undefined, secret).ok).toBe(false);
});
