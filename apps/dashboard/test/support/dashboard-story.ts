import type { Sandbox } from '@escrow-kit/sandbox';
import {
  addAddress,
  addBank,
  addParties,
  broker,
  buyer,
  createMilestone,
  newPhone,
  seller,
} from '@escrow-kit/sandbox/test-support/escrow-steps';
import { send } from '@escrow-kit/sandbox/test-support/service-api';

/** A contract of a shop. */
export interface StoryMilestone {
  contractId: string;
  milestoneId: string;
  buyerPhone: string;
  sellerPhone: string;
  sellerId: number;
}

/** Registers a buyer who has given consent and a seller, who can be paid out if ready, and prepares a milestone for payment. */
export async function openPurchase(
  sandbox: Sandbox,
  {
    title = 'Handmade table',
    itemPrice = 1000,
    isSellerReady = true,
  }: { title?: string; itemPrice?: number; isSellerReady?: boolean } = {},
): Promise<StoryMilestone> {
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  await send(sandbox, 'registerCustomer', {
    body: { phoneNumber: buyerPhone, firstName: 'Basil', lastName: 'Buyer' },
  });
  const { body } = await send(sandbox, 'registerCustomer', {
    body: { phoneNumber: sellerPhone, firstName: 'Sara', lastName: 'Seller' },
  });
  const sellerId: number = body.serviceUserId;
  if (isSellerReady) {
    await addBank(sandbox, sellerId);
    await addAddress(sandbox, sellerId);
  }
  const milestone = await createMilestone(sandbox, { itemPrice, itemDetail: { title, description: 'From the shop' } });
  const share = itemPrice * 0.05;
  await addParties(sandbox, milestone, [
    buyer(buyerPhone, itemPrice),
    seller(sellerPhone, itemPrice - share),
    broker(share),
  ]);
  await sandbox.control.giveConsent(buyerPhone);
  return { ...milestone, buyerPhone, sellerPhone, sellerId };
}

/** A tenant with every kind of entry. Events go to `webhookUrl`, which a test answers. */
export async function fillTenant(sandbox: Sandbox, webhookUrl: string): Promise<StoryMilestone[]> {
  const { control } = sandbox;
  await control.freeze();
  await control.setWebhook(webhookUrl);
  const milestones = [];
  for (const title of [
    'Handmade table',
    'Six chairs of walnut wood',
    'Repair of a bicycle',
    'Logo and business cards',
  ]) {
    milestones.push(await openPurchase(sandbox, { title, itemPrice: title.length * 60 }));
    await control.advance(400);
  }
  const [completed, released, paid] = milestones.map(({ milestoneId }) => milestoneId);
  await control.pay(completed ?? '');
  await control.advance(3600);
  await control.release(completed ?? '');
  await control.advance(60);
  await control.complete(completed ?? '');
  await control.pay(released ?? '');
  await control.release(released ?? '');
  await control.pay(paid ?? '');
  await control.drain();
  await createMilestone(sandbox);
  await send(sandbox, 'createContract', { token: 'organization', body: {} });
  await send(sandbox, 'registerCustomer', { body: { phoneNumber: '0500' } });
  return milestones;
}

/** The paths of a tenant's pages by name: its lists, and one of each that they list. */
export async function listPages({ control }: Sandbox): Promise<Record<string, string>> {
  const [milestone] = (await control.milestones({ limit: 1 })).milestones;
  const [delivery] = (await control.deliveries({ limit: 1 })).deliveries;
  const [request] = (await control.requests({ outcome: 'refused', limit: 1 })).requests;
  return {
    overview: '',
    contracts: '/contracts',
    requests: '/requests',
    deliveries: '/deliveries',
    clock: '/clock',
    ...(milestone && { contract: `/contracts/${milestone.milestoneId}` }),
    ...(delivery && { delivery: `/deliveries/${delivery.id}` }),
    ...(request && { request: `/requests/${request.id}` }),
  };
}
