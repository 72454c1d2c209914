import { describe, expect, test } from 'vitest';
import { addParties, buyer, createMilestone, newPhone, registerCustomer, seller } from '../support/escrow-steps.ts';
import { startedService } from '../support/started-service.ts';
import { stores } from '../support/stores.ts';

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);

  async function notesOf(amount: number): Promise<string[]> {
    const { sandbox, service } = started();
    const phones = [newPhone(), newPhone()] as const;
    await Promise.all(phones.map((phone) => registerCustomer(sandbox, phone)));
    const milestone = await createMilestone(sandbox, { itemPrice: 1000 });
    await addParties(sandbox, milestone, [buyer(phones[0], amount), seller(phones[1], amount)]);
    await service.requestLog.flush();
    const { notesJson } = await service.db
      .selectFrom('requests')
      .where('operationId', '=', 'addParties')
      .orderBy('id', 'desc')
      .select('notesJson')
      .executeTakeFirstOrThrow();
    return JSON.parse(notesJson);
  }

  test('MILESTONE-4 CUSTOMER amounts that differ from itemPrice are accepted and noted', async () => {
    await expect(notesOf(900)).resolves.toEqual([expect.stringMatching(/^MILESTONE-4 .* 900, its itemPrice is 1000/)]);
  });

  test('MILESTONE-4 a fee on top of the CUSTOMER amount is refused, because it leaves the wallet', async () => {
    const { sandbox } = started();
    const phones = [newPhone(), newPhone()] as const;
    await Promise.all(phones.map((phone) => registerCustomer(sandbox, phone)));
    const milestone = await createMilestone(sandbox, { itemPrice: 1000 });

    const answer = await addParties(sandbox, milestone, [buyer(phones[0], 1040), seller(phones[1], 1000)]);

    expect(answer).toMatchObject({ status: 400, body: { rule: 'PARTY-4' } });
  });

  test('CUSTOMER amounts that equal itemPrice get no note', async () => {
    await expect(notesOf(1000)).resolves.toEqual([]);
  });
});
