import { amountUnit, exampleBodyOf, getOperation, partyRoles } from '@escrow-kit/spec';
import { createBankAccount } from './bank-accounts.ts';
import { take } from './call-service.ts';
import type { StateContext } from './context.ts';
import { createDeadLineDay } from './deadlines.ts';
import { SetUpError } from './set-up-error.ts';

type Credentials = StateContext['deployment']['credentials'];

/** The caller whose calls lead to a state. */
export type Caller = Pick<StateContext, 'call' | 'phones' | 'payees' | 'deployment'> & { credentials?: Credentials };

/** A newly registered customer. */
export interface Customer {
  serviceUserId: number;
  phoneNumber: string;
}

/** Registers a customer with a fresh phone number. */
export async function registerCustomer({
  call,
  phones,
  credentials,
}: Pick<Caller, 'call' | 'phones' | 'credentials'>): Promise<Customer> {
  const phoneNumber = phones.next();
  const answer = await call('registerCustomer', { body: { phoneNumber }, credentials });
  return {
    serviceUserId: take(answer?.serviceUserId, 'number', { operationId: 'registerCustomer', field: 'serviceUserId' }),
    phoneNumber,
  };
}

/** Creates a parent and returns its id. */
export async function createParent({ call, credentials }: Caller): Promise<string> {
  const answer = await call('createContract', { credentials });
  return take(answer?.data?.id, 'string', { operationId: 'createContract', field: 'data.id' });
}

/** Milestones of one parent, and their parties. */
export interface OpenContract {
  contractId: string;
  milestoneIds: string[];
  buyerPhone: string;
  sellerPhone: string;
  brokerPhone: string;
}

/**
 * Registers a customer with all that receiving money needs: a bank account (BANK-3) and an address (ADDR-2). If they are
 * refused the contract is tried anyway, because a service may not need them.
 */
async function registerPayee(caller: Caller): Promise<Customer> {
  const customer = await registerCustomer(caller);
  const call = { path: { serviceUserId: customer.serviceUserId }, credentials: caller.credentials };
  await caller.call('addBankAccount', { ...call, body: { ...createBankAccount() } }).catch(ignoreRefusal);
  await caller.call('addAddress', call).catch(ignoreRefusal);
  return customer;
}

/** Registers a payee for all contracts of an organization, because each takes three calls; again if that fails. */
function sharePayee(caller: Caller, role: 'seller' | 'broker'): Promise<{ phoneNumber: string }> {
  const { payees, credentials } = caller;
  const key = `${role} of ${credentials?.clientId ?? 'the deployment'}`;
  const payee = payees.get(key) ?? registerPayee(caller);
  payees.set(key, payee);
  payee.catch(() => payees.delete(key));
  return payee;
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof SetUpError)) throw error;
}

/**
 * Registers the parties, and creates a parent with this many milestones of one price. A service may refuse parties who can't
 * receive money, and the buyer may get a refund, so all have a bank account and an address before the contract is created.
 */
export async function openContract(
  caller: Caller,
  { itemPrice, count = 1 }: { itemPrice: number; count?: number },
): Promise<OpenContract> {
  const { call, credentials, deployment } = caller;
  const { phoneNumber: buyerPhone } = await registerPayee(caller);
  const { phoneNumber: sellerPhone } = await sharePayee(caller, 'seller');
  const brokerPhone = deployment.administratorPhone ?? (await sharePayee(caller, 'broker')).phoneNumber;
  const contractId = await createParent(caller);
  const [example] = exampleOf<{ milestones: object[] }>('addMilestones').milestones;
  const milestone = { ...example, itemPrice, deadLine: `${createDeadLineDay()}T00:00:00Z` };
  const answer = await call('addMilestones', {
    path: { contractId },
    body: { milestones: Array.from({ length: count }, () => milestone) },
    credentials,
  });
  const milestones: unknown[] = Array.isArray(answer?.data?.milestones) ? answer.data.milestones : [];
  const operationId = 'addMilestones';
  if (milestones.length !== count)
    throw new SetUpError(`data.milestones does not list the ${count} that were added`, { operationId });
  const milestoneIds = milestones.map((added) =>
    take((added as { id?: unknown }).id, 'string', { operationId, field: 'data.milestones.id' }),
  );
  return { contractId, milestoneIds, buyerPhone, sellerPhone, brokerPhone };
}

/** How many halalas an amount of 1 has. */
const unitsPerAmount = amountUnit === 'minor' ? 1 : 100;

/** Adds the parties of the first milestone: the CUSTOMER pays its price, and the BROKER gets a twentieth of it. */
async function addParties(caller: Caller, contract: OpenContract, itemPrice: number): Promise<void> {
  const { contractId, milestoneIds, buyerPhone, sellerPhone, brokerPhone } = contract;
  const price = Math.round(itemPrice * unitsPerAmount);
  const share = Math.floor(price / 20);
  const changes: Record<string, object> = {
    [partyRoles.CUSTOMER]: { phoneNumber: buyerPhone, amount: itemPrice },
    [partyRoles.PROVIDER]: { phoneNumber: sellerPhone, amount: (price - share) / unitsPerAmount },
    [partyRoles.BROKER]: { phoneNumber: brokerPhone, amount: share / unitsPerAmount },
  };
  const [examples = []] = Object.values(exampleOf<PartiesExample>('addParties').mileStonesParties);
  const parties = examples.map((party) => ({ ...party, ...changes[party.role] }));
  await caller.call('addParties', {
    path: { contractId },
    body: { mileStonesParties: { [milestoneIds[0] ?? '']: parties } },
    credentials: caller.credentials,
  });
}

interface PartiesExample {
  mileStonesParties: Record<string, { role: string }[]>;
}

function exampleOf<Body>(operationId: string): Body {
  return exampleBodyOf(getOperation(operationId)) as Body;
}

/** Creates a parent whose milestone waits for payment. */
export async function openPayableContract(caller: Caller, itemPrice: number): Promise<OpenContract> {
  const contract = await openContract(caller, { itemPrice });
  await addParties(caller, contract, itemPrice);
  return contract;
}

/** A started payment. */
export interface StartedPayment extends OpenContract {
  checkoutUrl: string;
  shortId: string;
}

/** The price of a started payment; no check depends on it. */
const somePrice = 1000;

/** Starts the payment of a milestone, and reads the shortId from the checkout URL (PAY-3). */
export async function startPayment(caller: Caller): Promise<StartedPayment> {
  const contract = await openPayableContract(caller, somePrice);
  const { clientId } = caller.credentials ?? caller.deployment.credentials;
  const answer = await caller.call('startPayment', {
    path: { milestoneId: contract.milestoneIds[0] ?? '', clientId: clientId ?? '' },
    query: { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' },
    credentials: caller.credentials,
  });
  const checkoutUrl = take(answer?.data, 'string', { operationId: 'startPayment', field: 'data' });
  const shortId = /\/external\/([^/?#]+)/.exec(checkoutUrl)?.[1];
  if (shortId === undefined)
    throw new SetUpError('the checkout URL has no shortId after /external/', { operationId: 'startPayment' });
  return { ...contract, checkoutUrl, shortId: decodeURIComponent(shortId) };
}

/** Asks for the ticket of a buyer. `refusal` is the expected status if it should be refused. */
export async function requestTicket(
  { call, deployment }: Caller,
  { shortId, buyerPhone }: StartedPayment,
  refusal?: number,
): Promise<string> {
  const { clientId = '', clientSecret = '' } = deployment.credentials;
  const answer = await call('requestTicket', {
    body: { client_id: clientId, client_secret: clientSecret, login_hint: buyerPhone, scope: `payment:${shortId}` },
    refusal,
  });
  return refusal === undefined ? take(answer?.ticket, 'string', { operationId: 'requestTicket', field: 'ticket' }) : '';
}
