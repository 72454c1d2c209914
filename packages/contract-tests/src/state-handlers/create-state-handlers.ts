import { type CredentialName, credentialNames } from '../deployment/credentials.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { type StateHandlers, type StateValueName, valueExamples } from '../states/values.ts';
import { createBankAccount } from './bank-accounts.ts';
import { take } from './call-service.ts';
import { consentHandlers } from './consent-states.ts';
import { credentialsOf, type StateContext } from './context.ts';
import { createDeadLineDay } from './deadlines.ts';
import { createEventTrigger, type EventTrigger } from './events.ts';
import {
  type Caller,
  createParent,
  openContract,
  openPayableContract,
  registerCustomer,
  startPayment,
} from './steps.ts';
import { toUnknownId } from './unknown-id.ts';

/** The credentials as every state provides them. A missing one is empty, and no request that is sent needs it. */
function givenCredentials({ deployment: { credentials } }: StateContext): Record<CredentialName, string> {
  const none = Object.fromEntries(credentialNames.map((name) => [name, ''])) as Record<CredentialName, string>;
  return { ...none, ...credentials };
}

/** A phone number and an email that nobody has yet. */
function newPerson({ phones }: StateContext): { phoneNumber: string; email: string } {
  const phoneNumber = phones.next();
  return { phoneNumber, email: `buyer-${phoneNumber.slice(1)}@shop.example` };
}

async function linkUser(context: StateContext): Promise<{ userId: string; phoneNumber: string }> {
  const { phoneNumber, email } = newPerson(context);
  const answer = await context.call('linkUser', { body: { phone: phoneNumber, email } });
  return {
    userId: take(answer?.data?.user_id, 'string', { operationId: 'linkUser', field: 'data.user_id' }),
    phoneNumber,
  };
}

/** Handlers for a mock, which has no state: they set up nothing and return the example values of the pacts. */
function createExampleHandlers(): StateHandlers {
  const values: Readonly<Record<StateValueName, unknown>> = valueExamples;
  const names = Object.keys(stateCatalogue) as StateName[];
  return Object.fromEntries(names.map((name) => [name, async () => values])) as unknown as StateHandlers;
}

/** Creates the handlers that set up every state of the catalogue on a deployment. */
export function createStateHandlers(
  context: StateContext,
  events: EventTrigger = createEventTrigger(context),
): StateHandlers {
  if (context.deployment.isStateless) return createExampleHandlers();
  const { call, phones } = context;
  const credentials = givenCredentials(context);
  const openParent = async (caller: Caller = context) => ({
    ...credentials,
    contractId: await createParent(caller),
    deadLineDay: createDeadLineDay(),
  });
  const openMilestones = async (itemPrice: number, count: number, caller: Caller = context) => {
    const { milestoneIds, ...contract } = await openContract(caller, { itemPrice, count });
    const [milestoneId = '', otherMilestoneId = ''] = milestoneIds;
    return { ...credentials, ...contract, milestoneId, otherMilestoneId };
  };
  const openPayable = async (itemPrice: number) => {
    const { contractId, milestoneIds, buyerPhone } = await openPayableContract(context, itemPrice);
    const [milestoneId = ''] = milestoneIds;
    return { ...credentials, contractId, milestoneId, unknownMilestoneId: toUnknownId(milestoneId), buyerPhone };
  };
  return {
    'an organization': async () => credentials,
    'a phone number that nobody has': async () => ({ ...credentials, ...newPerson(context) }),
    'a linked customer': async () => ({ ...credentials, ...(await registerCustomer(context)), ...createBankAccount() }),
    'a user who signed up': async () => {
      const phoneNumber = phones.next();
      const answer = await call('legacySignUp', { body: { phoneNumber, clientUserId: `buyer-${phoneNumber}` } });
      const id: unknown = answer?.data?.id;
      // Whether it is text or a number is not shown.
      const type = typeof id === 'number' ? 'number' : 'string';
      const legacyUserId = String(take(id, type, { operationId: 'legacySignUp', field: 'data.id' }));
      return { ...credentials, legacyUserId };
    },
    'a parent contract': () => openParent(),
    'a parent contract of another client': async () => {
      const other = credentialsOf(await context.createOrganization());
      return openParent({ ...context, credentials: other });
    },
    'a milestone without parties': ({ itemPrice }) => openMilestones(itemPrice, 1),
    'two milestones without parties': ({ itemPrice }) => openMilestones(itemPrice, 2),
    'a milestone of another client, without parties': async ({ itemPrice }) => {
      const other = { ...context, credentials: credentialsOf(await context.createOrganization()) };
      const milestone = await openMilestones(itemPrice, 1, other);
      const { buyerPhone, sellerPhone, brokerPhone } = milestone;
      // Also linked here, so that only the client is wrong.
      for (const phoneNumber of [buyerPhone, sellerPhone, brokerPhone]) {
        await call('registerCustomer', { body: { phoneNumber } });
      }
      return milestone;
    },
    'a milestone waiting for payment': ({ itemPrice }) => openPayable(itemPrice),
    'a milestone waiting for payment, and another client': async ({ itemPrice }) => {
      const { clientId: otherClientId } = credentialsOf(await context.createOrganization());
      return { ...(await openPayable(itemPrice)), otherClientId };
    },
    'a started payment': async () => ({ ...credentials, ...(await startPayment(context)) }),
    'a started payment, and a phone number that nobody has': async () => {
      const { shortId } = await startPayment(context);
      return { ...credentials, shortId, phoneNumber: phones.nextUnregistered() };
    },
    'a user of the Users API': async () => {
      const user = await linkUser(context);
      return { ...credentials, ...user, unknownUserId: toUnknownId(user.userId) };
    },
    'a user of the Users API whose name was changed': async () => {
      const { userId, phoneNumber: phone } = await linkUser(context);
      await call('updateUser', { path: { userId }, body: { name: 'Badr Second Buyer', phone } });
      return { ...credentials, userId };
    },
    'the rate limit of the Users API is used up': async () => {
      const organization = await context.createOrganization();
      const own = credentialsOf(organization);
      // The clock is frozen, so one request uses up the minute.
      await organization.control.freeze();
      await organization.control.changeSettings({ usersApiRequestsPerMinute: 1 });
      await call('listWebhooks', { credentials: own });
      return { ...own, ...newPerson(context) };
    },
    'a milestone that has just changed': async ({ status }) => ({
      ...credentials,
      milestoneId: await events.changeMilestone(status),
    }),
    ...consentHandlers(context, credentials),
  };
}
