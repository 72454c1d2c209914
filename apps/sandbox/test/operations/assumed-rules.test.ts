import { findRule, rules } from '@escrow-kit/spec';
import { callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { expect, test } from 'vitest';
import { canBeNoted } from '../../src/domain/refuse-or-note.ts';
import { assumedRuleCases } from '../support/assumed-rule-cases.ts';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  createReadyMilestone,
  milestoneRequest,
  newPhone,
  registerCustomer,
  seller,
  startPayment,
} from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

/** Rules that the cases of the document break, which call-cases.test.ts sends. */
const ofDocument = new Set(callCasesOf('sandbox').map(({ named }) => named));
const letsThrough = assumedRuleCases.filter(({ rule }) => canBeNoted(rule));
const refusesStill = assumedRuleCases.filter(({ rule }) => !canBeNoted(rule));

/** Rules without a case: one accepts, with its test below; the others are of the checkout and of deliveries, with their tests there. */
const withoutCase = ['USER-5c', 'AUTH-7a', 'HOOK-3a'];

test('every rule of the sandbox that is not stated has a case', () => {
  const held = Object.entries(rules).filter(([, rule]) => rule.heldBy.includes('sandbox') && rule.basis !== 'stated');
  const refusing = held.map(([id]) => id).filter((id) => !withoutCase.includes(id));
  const cases = assumedRuleCases.map(({ rule }) => rule);

  expect(new Set([...cases, ...ofDocument])).toEqual(new Set([...refusing, ...ofDocument]));
});

const strict = startedService();
const lenient = startedService({ assumedRules: 'note' });

test.each(assumedRuleCases)(
  '$rule $what is refused, and the answer names rule and basis',
  async ({ call, ...expected }) => {
    const { rule, named = rule } = expected;

    const { status, body } = await call(strict().sandbox);

    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.error.rule ?? body.rule).toBe(named);
    expect(body.error.basis ?? body.basis).toBe(findRule(named)?.basis);
  },
);

test.each(letsThrough)('$rule $what is accepted and noted if such rules are noted', async ({ rule, call }) => {
  const { sandbox } = lenient();

  const answer = await call(sandbox);

  expect(answer).toMatchObject({ status: 200 });
  const { requests } = await sandbox.control.requests({ limit: 1 });
  const { notes } = await sandbox.control.request(requests[0]?.id ?? '');
  expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^${rule} is ${findRule(rule)?.basis}, so`)));
});

test.each(refusesStill)('$rule $what is refused even if such rules are noted', async ({ rule, named = rule, call }) => {
  const { body } = await call(lenient().sandbox);

  expect(body.error.rule ?? body.rule).toBe(named);
});

test.each(['javascript:alert(1)', 'data:text/html,hi', 'vbscript:run'])(
  'PAY-1b an address to return to that runs code, %s, is refused even if such rules are noted',
  async (redirectUrl) => {
    const { sandbox } = lenient();
    const { milestoneId } = await createReadyMilestone(sandbox);
    const query = { redirectUrl, paymentType: 'PURCHASE' };

    const answer = await startPayment(sandbox, { milestoneId, query });

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PAY-1b' } });
  },
);

test('USER-1b a sign-up without a phone is refused even if a missing field is only noted', async () => {
  const body = { firstName: 'Made', lastName: 'Up', clientUserId: 'shop-user-1' };

  const answer = await send(lenient().sandbox, 'legacySignUp', { body });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'USER-1b', basis: 'assumed' } });
});

test('a stated rule is refused even if others are noted, also after one of those', async () => {
  const { sandbox } = lenient();
  const { contractId } = await createMilestone(sandbox);
  const milestones = [milestoneRequest({ currency: undefined }), milestoneRequest({ isDeliverable: true })];

  const answer = await send(sandbox, 'addMilestones', { path: { contractId }, body: { milestones } });
  const organization = await send(sandbox, 'createContract', { token: 'organization' });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-3', basis: 'stated' } });
  expect(organization).toMatchObject({ status: 403, body: { rule: 'AUTH-4', basis: 'stated' } });
});

test('a stated rule is refused even after more violations than are listed', async () => {
  const { sandbox } = lenient();
  const { contractId } = await createMilestone(sandbox);
  const milestones = [
    ...Array(120).fill(milestoneRequest({ currency: undefined })),
    milestoneRequest({ isDeliverable: true }),
  ];

  const answer = await send(sandbox, 'addMilestones', { path: { contractId }, body: { milestones } });

  expect(answer.status).toBe(400);
});

test('USER-5 a user who is registered after the contract was created is accepted and noted, and so is an unregistered BROKER', async () => {
  const { sandbox, service } = strict();
  const milestone = await createMilestone(sandbox);
  service.store.update('contracts', { id: milestone.contractId }, { createdAt: 1 });
  const [one, other] = [newPhone(), newPhone()];
  await Promise.all([registerCustomer(sandbox, one), registerCustomer(sandbox, other)]);

  const answer = await addParties(sandbox, milestone, [buyer(one, 10), seller(other, 9), broker(1)]);

  expect(answer.status).toBe(200);
  expect(await notesOfLast(strict().sandbox)).toEqual([
    expect.stringMatching(/^USER-5c the BROKER of .* is not a registered user/),
    expect.stringMatching(/^USER-5 the CUSTOMER of .* was registered after .* 1 more/),
    expect.stringContaining('MILESTONE-4'),
  ]);
});

test('USER-5c a BROKER who is not registered is accepted, and one who is registered is not noted', async () => {
  const { sandbox } = strict();
  const [one, other, administrator] = [newPhone(), newPhone(), newPhone()];
  for (const phone of [one, other, administrator]) await registerCustomer(sandbox, phone);
  const milestone = await createMilestone(sandbox);
  const registered = { ...broker(1), phoneNumber: administrator };

  const answer = await addParties(sandbox, milestone, [buyer(one, 10), seller(other, 9), registered]);

  expect(answer.status).toBe(200);
  expect((await notesOfLast(sandbox)).join()).not.toContain('BROKER');
});

test('USER-5 a user who is registered before the contract is accepted without a note', async () => {
  await createReadyMilestone(strict().sandbox);

  expect(await notesOfLast(strict().sandbox)).toEqual([expect.stringContaining('BROKER')]);
});

async function notesOfLast(sandbox: ReturnType<ReturnType<typeof startedService>>['sandbox']): Promise<string[]> {
  const { requests } = await sandbox.control.requests({ limit: 1 });
  return (await sandbox.control.request(requests[0]?.id ?? '')).notes;
}
