import type { ControlSchema, Sandbox } from '../../src/index.ts';
import { type Answer, send } from './service-api.ts';
import type { StartedService } from './started-sandbox.ts';

let phoneCount = 0;

/** A phone number that no other test uses. */
export function newPhone(): string {
  phoneCount += 1;
  return `+9665${String(phoneCount).padStart(8, '0')}`;
}

/** The document's example of a parent, with a test's changes. */
export function parentRequest(changes: object = {}) {
  return {
    type: 'COMPLEX_CONTRACT',
    senderRole: 'BROKER',
    contractClassification: 'BASIC',
    currency: 'SAR',
    itemPrice: 0,
    itemDetail: { title: 'Item', description: 'Made up' },
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    serviceTermsAccepted: true,
    isParent: true,
    ...changes,
  };
}

/** The document's example of a milestone, with a test's changes. */
export function milestoneRequest(changes: object = {}) {
  return {
    type: 'MILESTONE_CONTRACT',
    senderRole: 'BROKER',
    itemDetail: { title: 'Item', description: 'Made up' },
    itemPrice: 1000,
    currency: 'SAR',
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    deadLine: '2030-01-01T00:00:00Z',
    serviceTermsAccepted: true,
    ...changes,
  };
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
): Promise<number> {
  const { body } = await send(sandbox, 'registerCustomer', { body: { phoneNumber } });
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
export async function createParent(sandbox: Sandbox): Promise<string> {
  const { body } = await send(sandbox, 'createContract', { body: parentRequest() });
  return body.data.id;
}

/** A milestone without parties. */
export interface NewMilestone {
  contractId: string;
  milestoneId: string;
}

/** Creates a parent with one milestone. */
export async function createMilestone(sandbox: Sandbox, changes: object = {}): Promise<NewMilestone> {
  const contractId = await createParent(sandbox);
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
}

/** Registers a buyer and a seller, and prepares a milestone whose payment can start. */
export async function createReadyMilestone(sandbox: Sandbox): Promise<ReadyMilestone> {
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  await Promise.all([registerCustomer(sandbox, buyerPhone), registerCustomer(sandbox, sellerPhone)]);
  const milestone = await createMilestone(sandbox);
  await addParties(sandbox, milestone, [buyer(buyerPhone, 1000), seller(sellerPhone, 950), broker(50)]);
  return { ...milestone, buyerPhone, sellerPhone };
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
  return send(sandbox, 'requestTicket', {
    body: {
      grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
      client_id: sandbox.credentials.clientId,
      client_secret: sandbox.credentials.clientSecret,
      login_hint: phone,
      scope: `payment:${shortId}`,
      ...changes,
    },
  });
}

/** The shortId of a checkout URL (PAY-3). */
export function shortIdOf(checkoutUrl: string): string {
  return new URL(checkoutUrl).pathname.split('/external/')[1] ?? '';
}

/** A milestone that can be paid, with the ids of its users. */
export interface PayableMilestone extends ReadyMilestone {
  buyerId: number;
  sellerId: number;
}

/** Registers a seller who can be paid out, or leaves out what a test says. */
export async function registerSeller(
  sandbox: Sandbox,
  phone: string,
  { hasBank = true, hasAddress = true }: { hasBank?: boolean; hasAddress?: boolean } = {},
): Promise<number> {
  const serviceUserId = await registerCustomer(sandbox, phone);
  if (hasBank) await addBank(sandbox, serviceUserId);
  if (hasAddress) await addAddress(sandbox, serviceUserId);
  return serviceUserId;
}

export function addBank(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  const body = {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Made Up',
    nationalId: '1000000008',
  };
  return send(sandbox, 'addBankAccount', { path: { serviceUserId }, body });
}

export function addAddress(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  const body = { addressLabel: 'HOME', countryCode: 'SA' };
  return send(sandbox, 'addAddress', { path: { serviceUserId }, body });
}

interface Amounts {
  itemPrice?: number;
  customer?: number;
  provider?: number;
  broker?: number;
}

/** Prepares a milestone whose buyer has given consent and can pay, and whose seller can be paid out unless a test says so. */
export async function createPayableMilestone(
  { sandbox }: Pick<StartedService, 'sandbox'>,
  wishes: Amounts & { hasBank?: boolean; hasAddress?: boolean } = {},
): Promise<PayableMilestone> {
  const { itemPrice = 1000, customer = 1000, provider = 950, broker: brokerAmount = 50 } = wishes;
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  const buyerId = await registerCustomer(sandbox, buyerPhone);
  const sellerId = await registerSeller(sandbox, sellerPhone, wishes);
  const milestone = await createMilestone(sandbox, { itemPrice });
  const parties = [buyer(buyerPhone, customer), seller(sellerPhone, provider), broker(brokerAmount)];
  await addParties(sandbox, milestone, parties);
  await sandbox.control.giveConsent(buyerPhone);
  return { ...milestone, buyerPhone, sellerPhone, buyerId, sellerId };
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
export async function lead(
  { sandbox }: Pick<StartedService, 'sandbox'>,
  milestoneId: string,
  ...moves: Step[]
): Promise<void> {
  for (const move of moves) await sandbox.control[move](milestoneId);
}

/** Everything about a milestone. */
export function describeIt({ sandbox }: StartedService, milestoneId: string): Promise<ControlSchema<'Milestone'>> {
  return sandbox.control.milestone(milestoneId);
}

/** What each account holds by the entries of one milestone. */
export async function balancesOf(started: StartedService, milestoneId: string): Promise<Record<string, number>> {
  const { ledger } = await describeIt(started, milestoneId);
  return Object.fromEntries(ledger.balances.map(({ account, amount }) => [account, amount]));
}
