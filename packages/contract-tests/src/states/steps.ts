import { amountUnit, exampleBodyOf, getOperation, partyRoles } from '@escrow-kit/spec';
import { listIdentityTokens } from '../deployment/deployment.ts';
import { type CallAnswer, SetUpError } from './calls.ts';
import type { StateContext } from './context.ts';
import { createBankAccount, createDeadLineDay } from './test-data.ts';

/** A phone number and an email that nobody has yet. */
export function newPerson({ phones }: StateContext): { phoneNumber: string; email: string } {
  const phoneNumber = phones.next();
  return { phoneNumber, email: `buyer-${phoneNumber.slice(1)}@shop.example` };
}

/** Links a new user of the generic Users API. */
export async function linkUser(context: StateContext) {
  const { phoneNumber, email } = newPerson(context);
  const answer = await context.call('linkUser', { body: { phone: phoneNumber, email } });
  return { userId: answer.text('data.user_id'), phoneNumber, email };
}

/** Registers a customer with a fresh phone number. */
export async function registerCustomer({ call, phones }: StateContext) {
  const phoneNumber = phones.next();
  const answer = await call('registerCustomer', { body: { phoneNumber } });
  return { serviceUserId: answer.number('serviceUserId'), phoneNumber };
}

/**
 * Registers a customer with all that receiving money needs: a bank account (BANK-3) and an address (ADDR-2). If they are
 * refused the contract is tried anyway, because a service may not need them.
 */
async function registerPayee(context: StateContext): Promise<string> {
  const { serviceUserId, phoneNumber } = await registerCustomer(context);
  const ignore = () => {};
  await context.call('addBankAccount', { path: { serviceUserId }, body: createBankAccount() }).catch(ignore);
  await context.call('addAddress', { path: { serviceUserId } }).catch(ignore);
  return phoneNumber;
}

/** Makes once what all states of an organization share, such as a payee, who takes three calls; again if that fails. */
function share<Value extends string | undefined>(
  { shared }: StateContext,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const made = (shared.get(name) as Promise<Value> | undefined) ?? make();
  shared.set(name, made);
  made.catch(() => shared.delete(name));
  return made;
}

/**
 * The token that identity calls take: two kinds are named, and which one is taken is not shown. The first one that is not refused, or
 * else the first one that is given. Undefined if none is.
 */
export function findIdentityToken(context: StateContext): Promise<string | undefined> {
  const { call, phones, deployment } = context;
  return share(context, 'identityToken', async () => {
    const given = listIdentityTokens().flatMap((name) => deployment.credentials[name] ?? []);
    for (const token of given.length > 1 ? given : []) {
      // Any other failure says nothing about the token, and is met again by the check.
      const isRefused = await call('validateOtp', { token, body: { phoneNumber: phones.nextUnregistered() } }).then(
        () => false,
        (error: unknown) => error instanceof SetUpError && (error.status === 401 || error.status === 403),
      );
      if (!isRefused) return token;
    }
    return given[0];
  });
}

/** Creates a contract and returns its ID. */
export async function createParent({ call }: StateContext): Promise<string> {
  return (await call('createContract')).text('data.id');
}

/**
 * Registers the parties, and creates a parent with one or two milestones of one price. A service may refuse parties who cannot
 * receive money, and the buyer may get a refund, so all have a bank account and an address before the contract is created.
 */
export async function openContract(
  context: StateContext,
  { itemPrice, count = 1 }: { itemPrice: number; count?: 1 | 2 },
) {
  const { call, deployment } = context;
  const buyerPhone = await registerPayee(context);
  const sellerPhone = await share(context, 'seller', () => registerPayee(context));
  const brokerPhone = deployment.administratorPhone ?? (await share(context, 'broker', () => registerPayee(context)));
  const contractId = await createParent(context);
  const [example] = exampleOf<{ milestones: object[] }>('addMilestones').milestones;
  const milestone = { ...example, itemPrice, deadLine: `${createDeadLineDay()}T00:00:00Z` };
  const milestones = Array.from({ length: count }, () => milestone);
  const answer = await call('addMilestones', { path: { contractId }, body: { milestones } });
  return {
    contractId,
    milestoneId: answer.text('data.milestones.0.id'),
    // Empty if there is one milestone.
    otherMilestoneId: count === 2 ? answer.text('data.milestones.1.id') : '',
    ...{ buyerPhone, sellerPhone, brokerPhone },
  };
}

/** How many halalas an amount of 1 has. */
const unitsPerAmount = amountUnit === 'minor' ? 1 : 100;

/** Creates a milestone that waits for payment: the CUSTOMER pays its price, and the BROKER gets a twentieth of it. */
export async function openPayableContract(context: StateContext, itemPrice: number) {
  const contract = await openContract(context, { itemPrice });
  const price = Math.round(itemPrice * unitsPerAmount);
  const commission = Math.floor(price / 20);
  const changes: Record<string, object> = {
    [partyRoles.CUSTOMER]: { phoneNumber: contract.buyerPhone, amount: itemPrice },
    [partyRoles.PROVIDER]: { phoneNumber: contract.sellerPhone, amount: (price - commission) / unitsPerAmount },
    [partyRoles.BROKER]: { phoneNumber: contract.brokerPhone, amount: commission / unitsPerAmount },
  };
  const example = exampleOf<{ mileStonesParties: Record<string, { role: string }[]> }>('addParties');
  const [examples = []] = Object.values(example.mileStonesParties);
  const parties = examples.map((party) => ({ ...party, ...changes[party.role] }));
  const body = { mileStonesParties: { [contract.milestoneId]: parties } };
  await context.call('addParties', { path: { contractId: contract.contractId }, body });
  return contract;
}

const exampleOf = <Body>(operationId: string) => exampleBodyOf(getOperation(operationId)) as Body;

/** A started payment. */
export type StartedPayment = Awaited<ReturnType<typeof startPayment>>;

/** Starts the payment of a milestone, and reads the shortId from the checkout URL (PAY-3). */
export async function startPayment(context: StateContext) {
  const contract = await openPayableContract(context, 1000);
  const { clientId = '' } = context.deployment.credentials;
  const answer = await context.call('startPayment', {
    path: { milestoneId: contract.milestoneId, clientId },
    query: { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' },
  });
  const checkoutUrl = answer.text('data');
  const shortId = /\/external\/([^/?#]+)/.exec(checkoutUrl)?.[1];
  if (shortId === undefined)
    throw new SetUpError('the checkout URL has no shortId after /external/', { operationId: 'startPayment' });
  return { ...contract, checkoutUrl, shortId: decodeURIComponent(shortId) };
}

/** Asks for the ticket of a buyer. `refusal` is the expected status if it should be refused. */
export function requestTicket(
  { call, deployment }: StateContext,
  { shortId, buyerPhone }: StartedPayment,
  refusal?: number,
): Promise<CallAnswer> {
  const { clientId = '', clientSecret = '' } = deployment.credentials;
  const body = { client_id: clientId, client_secret: clientSecret, login_hint: buyerPhone };
  return call('requestTicket', { body: { ...body, scope: `payment:${shortId}` }, refusal });
}
