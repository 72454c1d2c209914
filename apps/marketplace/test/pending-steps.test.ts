import type { Control } from '@escrow-kit/sandbox';
import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { readQuestion } from './support/operator.ts';
import { item, listItem, placeOrder, seller, sendItem } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor, type Visitor } from './support/visitor.ts';

const shops = usedShops();

/** A shop for which it is a minute later, so that no call is running any more. */
async function openShop(store: Store) {
  const testShop = await shops.open(store, { now: () => new Date(Date.now() + 60_000) });
  const visit = (options = {}): Visitor => createVisitor(testShop.shop.url, options);
  return { ...testShop, visit, operator: visit({ isOperator: true }) };
}

/** The contract id that the service's operator would give. */
async function createdContract(control: Control): Promise<string> {
  const { tables } = await control.export();
  return String(tables['contracts']?.[0]?.['id']);
}

describe.each<Store>(isSoak ? stores : ['SQLite'])('on %s', (store) => {
  test('an added milestone is not added again once the operator gives its id and amounts', async () => {
    const { control, visit, operator } = await openShop(store);
    const itemPath = await listItem(visit());
    const visitor = visit();
    await control.setFaults([{ target: 'addMilestones', kind: 'reset', when: 'after', times: 1 }]);
    const { location } = await placeOrder(visitor, itemPath);
    const asked = await readQuestion(operator);
    const page = (await operator.get('/operator')).text;
    const [added] = (await control.milestones()).milestones;

    const found = { id: added?.milestoneId ?? '', itemPrice: '500', fee: '20', feePercentage: '0.04' };
    const answers = [
      await asked.answer({ outcome: 'succeeded', ...found, fee: 'twenty' }),
      await asked.answer({ outcome: 'succeeded', ...found }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 303]);
    expect(answers[0]?.text).toContain('Give { fee } as the service has it');
    expect(page).toContain(await createdContract(control));
    expect(asked.question).toBe('Was the milestone added?');
    expect((await visitor.get(location)).text).toContain('Pay the deposit');
    expect((await control.milestones()).milestones).toHaveLength(2);
  });

  test('a step that the service did not do is sent again, once', async () => {
    const { control, visit, operator } = await openShop(store);
    const itemPath = await listItem(visit());
    const visitor = visit();
    await control.setFaults([{ target: 'addParties', kind: 'reset', when: 'before', times: 1 }]);
    const { location } = await placeOrder(visitor, itemPath);
    const asked = await readQuestion(operator);

    const answers = [await asked.answer({ outcome: 'not-sent' }), await asked.answer({ outcome: 'not-sent' })];

    expect(asked.question).toBe('Were the parties added to the milestones?');
    expect(answers.map(({ status }) => status)).toEqual([303, 409]);
    expect((await visitor.get(location)).text).toContain('Pay the deposit');
    const { requests } = await control.requests({ operationId: 'addParties' });
    expect(requests).toHaveLength(2);
  });

  test('a seller with a pending bank account signs up with the same one after the operator has answered', async () => {
    const { control, visit, operator } = await openShop(store);
    const visitor = visit();
    await control.setFaults([{ target: 'addBankAccount', kind: 'reset', when: 'after', times: 1 }]);
    await visitor.post('/seller', seller);
    const unfinished = await visitor.get('/seller');
    const asked = await readQuestion(operator);

    await asked.answer({ outcome: 'succeeded' });
    const answers = [
      await visitor.post('/seller', { ...seller, iban: 'SA4420000001234567891234' }),
      await visitor.post('/seller', seller),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 303]);
    expect(unfinished.text).toContain('Your sign-up is not complete');
    expect(unfinished.text).not.toMatch(new RegExp(`${seller.iban}|${seller.nationalId}`));
    expect(asked.question).toBe('Was the bank account added?');
    expect(await sendItem(visitor, item)).toMatchObject({ status: 303 });
    const { requests } = await control.requests({ operationId: 'addBankAccount' });
    expect(requests).toHaveLength(1);
  });

  test('a damaged journal entry is shown, and hides no pending step', async () => {
    const { shop, control, visit, operator } = await openShop(store);
    const sellers = visit();
    await listItem(sellers);
    const journal = store === 'SQLite' ? 'escrow_flows' : 'escrow_flows.journal';
    await shop.storage.write([{ sql: `update ${journal} set entry = $1`, values: ['[]'] }]);
    await control.setFaults([{ target: 'addBankAccount', kind: 'reset', when: 'after', times: 1 }]);
    await visit().post('/seller', { ...seller, phone: '+966500000003' });

    const { text } = await operator.get('/operator');

    expect(text).toContain('Was the bank account added?');
    expect(text).toMatch(/<h3>seller-[^<]+<\/h3><p>[^<]*journal/);
  });
});
