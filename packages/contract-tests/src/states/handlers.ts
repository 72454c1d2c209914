import { SetUpError } from './calls.ts';
import type { StateHandler, StateHandlers, StateName } from './catalogue.ts';
import { actFor, credentialsOf, type StateContext } from './context.ts';
import { type SentEvent, sendEvent } from './events.ts';
import {
  createParent,
  findIdentityToken,
  linkUser,
  newPerson,
  openContract,
  openPayableContract,
  registerCustomer,
  requestTicket,
  type StartedPayment,
  startPayment,
} from './steps.ts';
import { createBankAccount, createDeadLineDay, toUnknownId } from './test-data.ts';

/**
 * Creates the handlers that set up every state of the catalogue on a deployment. `onEvent` gets the event that a state has
 * caused.
 */
export function createStateHandlers(
  context: StateContext,
  onEvent: (event: SentEvent) => void = () => {},
): StateHandlers {
  const { call, phones, control, createOrganization } = context;
  const handlers: StateHandlers = {
    'an organization': async () => ({}),
    'a phone number that nobody has': async () => newPerson(context),
    'a linked customer': async () => {
      const customer = await registerCustomer(context);
      return { ...customer, ...createBankAccount(), identityToken: await findIdentityToken(context) };
    },
    'a user who signed up': async () => {
      const phoneNumber = phones.next();
      const answer = await call('legacySignUp', { body: { phoneNumber, clientUserId: `buyer-${phoneNumber}` } });
      const id = answer.find('data.id');
      // Whether it is text or a number is not shown.
      return { legacyUserId: typeof id === 'number' ? String(id) : answer.text('data.id') };
    },
    'a customer with a one-time password': async ({ type }) => {
      const customer = await registerCustomer(context);
      const token = await findIdentityToken(context);
      if (type === 'NATIONAL_ID_OTP')
        await call('submitNationalId', { path: { userId: customer.serviceUserId }, token });
      return { ...customer, identityToken: token, otp: await readOtp(context, customer.phoneNumber, type) };
    },
    'a customer who declined, with a one-time password': async () => {
      const customer = await registerCustomer(context);
      await control().setConsent(customer.phoneNumber, 'DECLINED');
      const otp = await readOtp(context, customer.phoneNumber, 'SERVICE_OTP');
      return { ...customer, otp, identityToken: await findIdentityToken(context) };
    },
    'a parent contract': () => openParent(context),
    'a parent contract of another client': async () => openParent(actFor(context, await createOrganization())),
    'a milestone without parties': ({ itemPrice }) => openContract(context, { itemPrice }),
    'two milestones without parties': ({ itemPrice }) => openContract(context, { itemPrice, count: 2 }),
    'a milestone of another client, without parties': async ({ itemPrice }) => {
      const contract = await openContract(actFor(context, await createOrganization()), { itemPrice });
      // Also linked here, so that only the client is wrong.
      for (const phoneNumber of [contract.buyerPhone, contract.sellerPhone, contract.brokerPhone]) {
        await call('registerCustomer', { body: { phoneNumber } });
      }
      return contract;
    },
    'a milestone waiting for payment': ({ itemPrice }) => openPayable(context, itemPrice),
    'a milestone waiting for payment, and another client': async ({ itemPrice }) => {
      const { credentials } = await createOrganization();
      return { ...(await openPayable(context, itemPrice)), otherClientId: credentials.clientId };
    },
    'a started payment': () => startPayment(context),
    'a started payment, and a phone number that nobody has': async () => {
      const { shortId } = await startPayment(context);
      return { shortId, phoneNumber: phones.nextUnregistered() };
    },
    'a started payment whose buyer gave consent': async () => {
      const payment = await startPayment(context);
      await control().giveConsent(payment.buyerPhone);
      return payment;
    },
    'a started payment whose buyer declined': async () => {
      const payment = await startPayment(context);
      await control().setConsent(payment.buyerPhone, 'DECLINED');
      return payment;
    },
    'a started payment whose buyer declined and came back': async ({ by }) => {
      const payment = await startPayment(context);
      // Requested before the buyer declines. The checkout then asks for consent again (TICKET-5).
      const ticket = (await requestTicket(context, payment)).text('ticket');
      await control().setConsent(payment.buyerPhone, 'DECLINED');
      await requestTicket(context, payment, 400);
      await giveConsentAgain(context, by, { ...payment, ticket });
      return payment;
    },
    'a user of the Users API': async () => {
      const user = await linkUser(context);
      return { ...user, unknownUserId: toUnknownId(user.userId) };
    },
    'a user of the Users API whose name and phone were changed': async () => {
      const { userId } = await linkUser(context);
      const phoneNumber = phones.next();
      await call('updateUser', { path: { userId }, body: { name: 'Badr Second Buyer', phone: phoneNumber } });
      return { userId, phoneNumber };
    },
    'the rate limit of the Users API is used up': async () => {
      const organization = await createOrganization();
      // The clock is frozen, so one request uses up the minute.
      await organization.control.freeze();
      await organization.control.changeSettings({ usersApiRequestsPerMinute: 1 });
      await actFor(context, organization).call('listWebhooks');
      return { ...credentialsOf(organization), ...newPerson(context) };
    },
    'a milestone that has just changed': async ({ status }) => {
      const { milestoneId, event } = await sendEvent(context, status);
      onEvent(event);
      return { milestoneId };
    },
  };
  const { credentials } = context.deployment;
  const entries = Object.entries<StateHandler>(handlers).map(([name, setUp]): [string, StateHandler] => [
    name,
    async (parameters) => ({ ...credentials, ...(await setUp(parameters)) }),
  ]);
  return Object.fromEntries(entries) as Record<StateName, StateHandler>;
}

async function openParent(owner: StateContext) {
  return { contractId: await createParent(owner), deadLineDay: createDeadLineDay() };
}

async function openPayable(context: StateContext, itemPrice: number) {
  const contract = await openPayableContract(context, itemPrice);
  return { ...contract, unknownMilestoneId: toUnknownId(contract.milestoneId) };
}

/** Gives consent after declining, in one of the three ways (USER-4). */
async function giveConsentAgain(
  context: StateContext,
  by: string,
  { buyerPhone: phoneNumber, checkoutUrl, ticket }: StartedPayment & { ticket: string },
): Promise<void> {
  const control = context.control();
  if (by === 'consent link') {
    await control.giveConsent(phoneNumber);
  } else if (by === 'checkout login') {
    const { session } = await control.openCheckout(`${checkoutUrl}&ticket=${encodeURIComponent(ticket)}`);
    await control.giveCheckoutConsent(session, true);
  } else {
    const otp = await readOtp(context, phoneNumber, 'SERVICE_OTP');
    const token = await findIdentityToken(context);
    const answer = await context.call('validateOtp', { token, body: { type: 'SERVICE_OTP', phoneNumber, otp } });
    if (answer.find('data.valid') !== true) throw new SetUpError("the buyer's one-time password was not valid");
  }
}

/** The newest password of a type that a phone received. */
async function readOtp({ control, secrets }: StateContext, phone: string, type: string): Promise<number> {
  const newest = (await control().otps(phone)).find((otp) => otp.type === type);
  if (!newest) throw new SetUpError(`no ${type} reached the customer`);
  secrets.add(String(newest.otp));
  return newest.otp;
}
