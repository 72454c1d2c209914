import { findRule } from '@escrow-kit/spec';
import { type CallCase, callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { beforeAll, describe, expect, test } from 'vitest';
import { canBeNoted } from '../../src/domain/refuse-or-note.ts';
import { createMilestone, createParent, newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { type Answer, type CallParts, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const ruleOf = ({ body }: Answer): unknown => body?.rule ?? body?.error?.rule;

const sandbox = startedSandbox();
const noting = startedSandbox({ assumedRules: 'note' });

/** Their rule is noted, but nothing can be done without the value. */
const impossible = ['a milestone outside a list is refused', 'a milestone without itemPrice is refused'];

describe.for(callCasesOf('sandbox'))('$operationId', ({ rule, named, operationId, accepted, refused }) => {
  test(`${rule} ${accepted.title}`, async () => {
    const answer = await send(sandbox(), operationId, accepted.request as CallParts);

    // There may be other violations besides the rule, such as an unknown id.
    expect(ruleOf(answer)).not.toBe(named);
  });

  test(`${rule} ${refused.title}`, async () => {
    const answer = await send(sandbox(), operationId, refused.request as CallParts);

    expect([answer.status, ruleOf(answer)]).toEqual([400, named]);
  });

  const isNoted = canBeNoted(named);
  test(`${refused.title}${isNoted ? ', but noted on request' : ' even if others are noted'}`, async () => {
    const answer = await send(noting(), operationId, await withKnownIds(refused.request));

    const { requests } = await noting().control.requests({ limit: 1 });
    const noted = expect.stringMatching(`^${named} is ${findRule(named)?.basis}, so`);
    expect(answer.status).toBe(isNoted && !impossible.includes(refused.title) ? 200 : 400);
    expect(requests[0]?.notes).toEqual(isNoted ? expect.arrayContaining([noted]) : []);
  });
});

/** A contract and a user that the sandbox knows. */
let known: Record<'contractId' | 'serviceUserId' | 'userId', string | number>;

/** Also the customers of the document's examples. */
beforeAll(async () => {
  for (const phone of ['+966500000001', '+966500000002', '+966500000003']) await registerCustomer(noting(), phone);
  const userId = await registerCustomer(noting(), newPhone());
  known = { contractId: await createParent(noting()), serviceUserId: userId, userId };
});

/** The request with ids and credentials that the sandbox knows, in place of the document's examples. */
async function withKnownIds({ path, query, body }: CallCase['refused']['request']): Promise<CallParts> {
  const fields = { ...(body as Record<string, unknown>) };
  if (fields['client_id'] !== undefined) fields['client_id'] = noting().credentials.clientId;
  if (fields['client_secret'] !== undefined) fields['client_secret'] = noting().credentials.clientSecret;
  const [parties] = Object.values({ ...(fields['mileStonesParties'] as object) });
  if (!parties) return { path: { ...path, ...known }, query, body: fields } as CallParts;
  const { contractId, milestoneId } = await createMilestone(noting());
  const mileStonesParties = { [milestoneId]: parties };
  return { path: { ...path, ...known, contractId }, query, body: { ...fields, mileStonesParties } } as CallParts;
}
