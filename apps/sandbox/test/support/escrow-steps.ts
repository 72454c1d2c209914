import { exampleBodyOf, getOperation, type OperationId } from '@escrow-kit/spec';
import type { Sandbox } from '../../src/index.ts';
import { type Answer, send } from './service-api.ts';

let phoneCount = 0;

/** A phone number that no other test uses. */
export function newPhone(): string {
  phoneCount += 1;
  return `+9665${String(phoneCount).padStart(8, '0')}`;
}

const itemDetail = { title: 'Item', description: 'Made up' };

/** The document's example of a parent, with a test's changes. */
export function parentRequest(changes: object = {}) {
  return { ...exampleOf('createContract'), itemDetail, ...changes };
}

/** The document's example of a milestone, with a test's changes. */
export function milestoneRequest(changes: object = {}) {
  const { milestones } = exampleOf('addMilestones') as { milestones: object[] };
  return { ...milestones[0], itemDetail, ...changes };
}

function exampleOf(id: OperationId): object {
  return exampleBodyOf(getOperation(id)) as object;
}

export const buyer = (phoneNumber: string, amount: number) => ({
  phoneNumber,
  role: 'CUSTOMER',
  amount,
  arbitrator: false,
  isSender: true,
});
export const seller = (phoneNumber: string, amount: number) => ({ phoneNumber, role: 'PROVIDER', amount });
export const broker = (amount: number) => ({
  phoneNumber: '+966599999999',
  role: 'BROKER',
  amount,
  arbitrator: true,
  isSender: true,
});

/** Registers a customer and returns the id. */
export async function registerCustomer(
  sandbox: Pick<Sandbox, 'url' | 'credentials'>,
  phoneNumber: string,
  names: object = {},
): Promise<number> {
  const { body } = await send(sandbox, 'registerCustomer', { body: { phoneNumber, ...names } });
  return body.serviceUserId;
}

/** Signs a user up in the legacy way and returns the `clientUserToken`, a password (LEGACY-2). */
export async function signUp(sandbox: Sandbox, phoneNumber: string): Promise<string> {
  const user = { phoneNumber, firstName: 'Made', lastName: 'Up', clientUserId: 'shop-user-1' };
  return (await send(sandbox, 'legacySignUp', { body: user })).body.data.clientUserToken;
}

/** Issues a legacy user token, which the Users API returns. */
export async function issueUserToken(sandbox: Sandbox, phone: string): Promise<string> {
  const user = { email: 'made-up@example.com', phone, name: 'Made Up' };
  return (await send(sandbox, 'linkUser', { body: user })).body.data.waffy_token;
}

/** Creates a parent and returns its id. */
export async function createParent(sandbox: Sandbox, changes: object = {}): Promise<string> {
  const { body } = await send(sandbox, 'createContract', { body: parentRequest(changes) });
  return body.data.id;
}

/** A milestone without parties. */
export interface NewMilestone {
  contractId: string;
  milestoneId: string;
}

/** Creates a parent with one milestone. */
export async function createMilestone(
  sandbox: Sandbox,
  changes: object = {},
  parent: object = {},
): Promise<NewMilestone> {
  const contractId = await createParent(sandbox, parent);
  const milestones = [milestoneRequest(changes)];
  const { body } = await send(sandbox, 'addMilestones', { path: { contractId }, body: { milestones } });
  return { contractId, milestoneId: body.data.milestones[0].id };
}

/** Adds the parties of one milestone. */
export function addParties(
  sandbox: Sandbox,
  { contractId, milestoneId }: NewMilestone,
  parties: object[],
): Promise<Answer> {
  return send(sandbox, 'addParties', {
    path: { contractId },
    body: { mileStonesParties: { [milestoneId]: parties } },
  });
}

/** A milestone that waits for payment. */
export interface ReadyMilestone extends NewMilestone {
  buyerPhone: string;
  sellerPhone: string;
  buyerId: number;
  sellerId: number;
}

/** What a test changes: the phones, the requests, the seller's name, and the amounts of the parties. */
export interface MilestoneWishes {
  buyerPhone?: string;
  sellerPhone?: string;
  parent?: object;
  milestone?: object;
  seller?: object;
  customer?: number;
  provider?: number;
  broker?: number;
}

/** Registers a buyer and a seller, and prepares a milestone whose payment can start. */
export async function createReadyMilestone(sandbox: Sandbox, wishes: MilestoneWishes = {}): Promise<ReadyMilestone> {
  const { customer = 1000, provider = 950, broker: brokerAmount = 50 } = wishes;
  const { buyerPhone = newPhone(), sellerPhone = newPhone() } = wishes;
  const [buyerId, sellerId] = await Promise.all([
    registerCustomer(sandbox, buyerPhone),
    registerCustomer(sandbox, sellerPhone, wishes.seller),
  ]);
  const milestone = await createMilestone(sandbox, wishes.milestone, wishes.parent);
  const parties = [buyer(buyerPhone, customer), seller(sellerPhone, provider), broker(brokerAmount)];
  await addParties(sandbox, milestone, parties);
  return { ...milestone, buyerPhone, sellerPhone, buyerId, sellerId };
}

/** Asks for the checkout URL of a milestone. Default: as its client, with the address of a made-up shop. */
export function startPayment(
  sandbox: Sandbox,
  {
    milestoneId,
    clientId = sandbox.credentials.clientId,
    query = { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' },
  }: { milestoneId: string; clientId?: string; query?: Record<string, string> },
): Promise<Answer> {
  return send(sandbox, 'startPayment', { path: { milestoneId, clientId }, query });
}

/** Asks for a ticket of a buyer. */
export function requestTicket(
  sandbox: Sandbox,
  { phone, shortId, changes = {} }: { phone: string; shortId: string; changes?: object },
): Promise<Answer> {
  const { clientId, clientSecret } = sandbox.credentials;
  const body = { ...exampleOf('requestTicket'), client_id: clientId, client_secret: clientSecret };
  return send(sandbox, 'requestTicket', {
    body: { ...body, login_hint: phone, scope: `payment:${shortId}`, ...changes },
  });
}

/** The shortId of a checkout URL (PAY-3). */
export function shortIdOf(checkoutUrl: string): string {
  return new URL(checkoutUrl).pathname.split('/external/')[1] ?? '';
}

export function addBank(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  return send(sandbox, 'addBankAccount', { path: { serviceUserId }, body: exampleOf('addBankAccount') });
}

export function addAddress(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  return send(sandbox, 'addAddress', { path: { serviceUserId }, body: exampleOf('addAddress') });
}

/** The same with the buyer's consent, and a seller who can be paid out unless a test says otherwise. */
export async function createPayableMilestone(
  sandbox: Sandbox,
  { hasBank = true, hasAddress = true, ...wishes }: MilestoneWishes & { hasBank?: boolean; hasAddress?: boolean } = {},
): Promise<ReadyMilestone> {
  const milestone = await createReadyMilestone(sandbox, wishes);
  if (hasBank) await addBank(sandbox, milestone.sellerId);
  if (hasAddress) await addAddress(sandbox, milestone.sellerId);
  await sandbox.control.giveConsent(milestone.buyerPhone);
  return milestone;
}

/** A paid milestone whose seller has no bank account yet. */
export async function createPaidMilestone(sandbox: Sandbox): Promise<ReadyMilestone> {
  const milestone = await createReadyMilestone(sandbox);
  await sandbox.control.giveConsent(milestone.buyerPhone);
  await sandbox.control.pay(milestone.milestoneId);
  return milestone;
}

export type Step = 'pay' | 'release' | 'complete';

/** Makes moves over HTTP, one after another. */
export async function lead({ control }: Sandbox, milestoneId: string, ...moves: Step[]): Promise<void> {
  for (const move of moves) await control[move](milestoneId);
}

/** What each account holds by the entries of one milestone. */
export async function balancesOf({ control }: Sandbox, milestoneId: string): Promise<Record<string, number>> {
  const { ledger } = await control.milestone(milestoneId);
  return Object.fromEntries(ledger.balances.map(({ account, amount }) => [account, amount]));
}
