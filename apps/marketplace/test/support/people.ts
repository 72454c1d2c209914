import type { TestShop } from './test-shop.ts';
import { type Answer, createVisitor, type Visitor } from './visitor.ts';

export const seller = {
  firstName: 'Sara',
  lastName: 'Seller',
  phone: '+966500000001',
  iban: 'SA0380000000608010167519',
  nationalId: '1000000001',
  street: 'King Fahd Road',
  city: 'Riyadh',
};
export const buyer = { firstName: 'Badr', lastName: 'Buyer', phone: '+966500000002' };
export const item = { title: 'A table', description: 'Oak, for six', deposit: '500', rest: '1499.99' };

/** Signs a seller up and lists the item. Returns the item's path. */
export async function listItem(visitor: Visitor, listed = item): Promise<string> {
  const signedUp = await visitor.post('/seller', seller);
  const added = await sendItem(visitor, listed);
  const { text } = await visitor.get('/seller');
  const path = /href="(\/items\/[^"]+)"/.exec(text)?.[1];
  if (!path) throw new Error(`No item was listed: ${[signedUp, added].map((answer) => answer.text).join('; ')}`);
  return path;
}

/** Submits the item form of a signed-up seller. */
export async function sendItem(visitor: Visitor, listed: Record<string, string>): Promise<Answer> {
  return visitor.post('/seller/items', { ...listed, formToken: tokenOf(await visitor.get('/seller')) });
}

/** Submits the order form of an item's page. */
export async function placeOrder(visitor: Visitor, itemPath: string, form = buyer): Promise<Answer> {
  return visitor.post(`${itemPath}/orders`, { ...form, formToken: tokenOf(await visitor.get(itemPath)) });
}

/** The token of the form on a page. */
export const tokenOf = ({ text }: Answer): string => /name="formToken" value="(.+?)"/.exec(text)?.[1] ?? '';

/** Places an order that waits for its deposit, whose buyer has given consent. `milestoneIds` are those of deposit and rest. */
export async function orderOf(testShop: TestShop) {
  const { shop, control } = testShop;
  const people = { seller: createVisitor(shop.url), buyer: createVisitor(shop.url) };
  const { status, location, text } = await placeOrder(people.buyer, await listItem(people.seller));
  if (!location) throw new Error(`No order was placed: ${[status, text, ...testShop.log].join('; ')}`);
  await control.giveConsent(buyer.phone);
  const operator = createVisitor(shop.url, { isOperator: true });
  const [rest, deposit] = (await control.milestones()).milestones;
  const milestoneIds = [deposit?.milestoneId ?? '', rest?.milestoneId ?? ''] as const;
  return { ...people, operator, orderPath: location, milestoneIds };
}
