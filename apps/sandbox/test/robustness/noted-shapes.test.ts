import { exampleBodyOf, operations } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { createMilestone, newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { sqliteOrBoth, startedService } from '../support/started-sandbox.ts';

const odd: unknown[] = [null, 5, true, 'x', '', [], {}, [null], { a: [] }];
const withJson = operations.filter(({ mediaType }) => mediaType === 'application/json');

/** Bodies of another shape: the whole example, or one of its fields, is another value, or is left out. */
function oddBodies(example: unknown): unknown[] {
  const fields = Object.keys((example ?? {}) as object);
  const ofField = (field: string) => [...odd, undefined].map((value) => ({ ...(example as object), [field]: value }));
  return [...odd, ...fields.flatMap(ofField)];
}

describe.each(sqliteOrBoth)('on %s, if rules are noted', (store) => {
  const started = startedService(store, { assumedRules: 'note' });

  test.for(withJson)('$id answers a body of another shape, and does not fail', async (operation) => {
    const { sandbox } = started();
    const { contractId } = await createMilestone(sandbox);
    const userId = await registerCustomer(sandbox, newPhone());
    const path = { contractId, serviceUserId: userId, userId, id: userId, milestoneId: 'none' };

    const answers = [];
    for (const body of oddBodies(exampleBodyOf(operation))) {
      const { status } = await send(sandbox, operation.id, { path, rawBody: JSON.stringify(body) ?? '' });
      answers.push({ body, status });
    }

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('what can be carried out goes through, and what cannot is refused by the same rule', async () => {
    const { sandbox } = started();
    const local = newPhone().replace('+966', '0');

    const noted = await send(sandbox, 'registerCustomer', { body: { phoneNumber: local } });
    const refused = await send(sandbox, 'registerCustomer', { body: { phoneNumber: 5 } });

    expect(noted.status).toBe(200);
    expect(refused).toMatchObject({ status: 400, body: { rule: 'USER-1d', basis: 'implied' } });
  });
});
