import { eventStatuses } from '@escrow-kit/spec';

/** A state: its meaning, how it is reached, its parameters and its values. */
interface State {
  /** What is true in the state. */
  means: string;
  /**
   * `calls` (the default) if calls of the service reach it; `control` if only a sandbox does, because it needs a person's decision, such
   * as consent, or a value that the service does not return.
   */
  reachedBy?: 'calls' | 'control';
  /**
   * Each parameter as a type or its choices. A `template` is optional: JSON with placeholders such as `${milestoneId}` in values and in
   * keys, which Pact's generators do not reach. The state returns it filled in, under the same name.
   */
  parameters?: Readonly<Record<string, 'number' | 'template' | readonly string[]>>;
  /** The values that it returns in addition to the credentials. Phone numbers are new. */
  gives: readonly string[];
}

/** Every provider state that a pact may name: a closed list. */
const states = {
  'an organization': { means: 'It returns only the credentials.', gives: [] },
  'a phone number that nobody has': {
    means: 'No user has `phoneNumber` or `email`.',
    gives: ['phoneNumber', 'email'],
  },
  'a linked customer': {
    means:
      'A new customer with consent PENDING. `iban` and `nationalId` are unused. `identityToken` is the token for identity calls.',
    gives: ['serviceUserId', 'phoneNumber', 'iban', 'nationalId', 'identityToken'],
  },
  'a user who signed up': {
    means: 'The user of a legacy sign-up. `legacyUserToken` acts for this user.',
    gives: ['legacyUserId'],
  },
  'a customer with a one-time password': {
    means:
      '`otp` is the latest password of this type that the customer received. `identityToken` is the token for identity calls.',
    reachedBy: 'control',
    parameters: { type: ['SERVICE_OTP', 'NATIONAL_ID_OTP'] },
    gives: ['serviceUserId', 'phoneNumber', 'otp', 'identityToken'],
  },
  'a customer who declined, with a one-time password': {
    means: 'As above, with type SERVICE_OTP. The customer declined the organization.',
    reachedBy: 'control',
    gives: ['serviceUserId', 'phoneNumber', 'otp', 'identityToken'],
  },
  'a parent contract': {
    means:
      'A contract without milestones. `deadLineDay` is a future day in UTC, such as `2030-01-01`, for the deadline of its milestones.',
    gives: ['contractId', 'deadLineDay'],
  },
  'a parent contract of another client': {
    means: 'As above, but the contract belongs to another client.',
    reachedBy: 'control',
    gives: ['contractId', 'deadLineDay'],
  },
  'a milestone without parties': {
    means: 'A CREATED milestone with this price. Buyer, seller and broker are linked.',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'two milestones without parties': {
    means: 'Two CREATED milestones with this price in one contract.',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'otherMilestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'a milestone of another client, without parties': {
    means: 'A CREATED milestone of another client. Everyone is linked to both clients.',
    reachedBy: 'control',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'a milestone waiting for payment': {
    means:
      'A milestone with parties. The CUSTOMER pays `itemPrice` to the PROVIDER and the BROKER. No milestone has the ID `unknownMilestoneId`.',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'unknownMilestoneId', 'buyerPhone'],
  },
  'a milestone waiting for payment, and another client': {
    means: 'As above. `otherClientId` is the client of another organization.',
    reachedBy: 'control',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'otherClientId'],
  },
  'a started payment': {
    means: 'Payment of a milestone has started. Consent is PENDING.',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment, and a phone number that nobody has': {
    means: 'As above. No user has `phoneNumber`.',
    gives: ['shortId', 'phoneNumber'],
  },
  'a started payment whose buyer gave consent': {
    means: 'The buyer gave consent.',
    reachedBy: 'control',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined': {
    means: 'The buyer declined the organization.',
    reachedBy: 'control',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined and came back': {
    means: 'The buyer declined, a ticket was refused, and the buyer then gave consent.',
    reachedBy: 'control',
    parameters: { by: ['consent link', 'one-time password', 'checkout login'] },
    gives: ['shortId', 'buyerPhone'],
  },
  'a user of the Users API': {
    means: 'A user of the Users API with email, phone, name and metadata. No user has the ID `unknownUserId`.',
    gives: ['userId', 'unknownUserId', 'phoneNumber', 'email'],
  },
  'a user of the Users API whose name and phone were changed': {
    means: 'A user whose name is now Badr Second Buyer and whose phone is now `phoneNumber`.',
    gives: ['userId', 'phoneNumber'],
  },
  'the rate limit of the Users API is used up': {
    means: 'The API key has no requests left in this minute.',
    reachedBy: 'control',
    gives: ['phoneNumber', 'email'],
  },
  'a milestone that has just changed': {
    means: 'The milestone has just reached this status. The service sends an event.',
    reachedBy: 'control',
    parameters: { status: eventStatuses },
    gives: ['milestoneId'],
  },
} as const satisfies Record<string, State>;

/** The name of a provider state. */
export type StateName = keyof typeof states;

/** Every provider state that a pact may name, with its parameters and values. */
export const stateCatalogue = Object.fromEntries(
  Object.entries<State>(states).map(([name, state]) => [name, { reachedBy: 'calls', parameters: {}, ...state }]),
) as Readonly<Record<StateName, Required<State>>>;

/** The parameters of handlers. Each gets those of its state in the catalogue. */
interface StateParameters {
  itemPrice: number;
  type: string;
  by: string;
  status: (typeof eventStatuses)[number];
}

/** Sets up a state and returns its values. */
export type StateHandler = (parameters: StateParameters) => Promise<Record<string, unknown>>;

/** Sets up every state of the catalogue. A state that is missing does not type-check. */
export type StateHandlers = Readonly<Record<StateName, StateHandler>>;

const inPath = 'InPath';

/** The name of a value in a path, where it is URL-encoded. Every state provides each of its values in both forms. */
export const nameInPath = (name: string): string => `${name}${inPath}`;

/** The name of a value elsewhere. */
export const nameOutsidePath = (name: string): string => name.replace(new RegExp(`${inPath}$`), '');

/** The requested state is not in the catalogue, or its parameters are wrong. */
export class StateRequestError extends Error {
  override name = 'StateRequestError';
}

/**
 * Sets up a state and returns the answer for Pact: its values, each also in its form for paths, and the parameters with the values
 * filled in. Parameters may be text, as in a query.
 * @throws StateRequestError if there is no such state, a parameter is missing or wrong, or a template names a value that is missing.
 */
export async function setUpState(
  handlers: StateHandlers,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const parameters = readParameters(name, given);
  const values = await handlers[name as StateName](parameters as typeof parameters & StateParameters);
  return toStateAnswer(values, parameters);
}

/** The parameters of a state in their types. Others are kept, because a template may have any name. */
function readParameters(name: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!Object.hasOwn(stateCatalogue, name))
    throw new StateRequestError(`The state "${name}" does not exist. List all: contract-tests states --list.`);
  const read: Record<string, unknown> = { ...given };
  for (const [parameter, wanted] of Object.entries(stateCatalogue[name as StateName].parameters)) {
    const value = given[parameter];
    if (wanted === 'template') continue;
    if (wanted === 'number' && value !== '' && value !== null && Number.isFinite(Number(value))) {
      read[parameter] = Number(value);
    } else if (wanted === 'number' || !wanted.includes(String(value))) {
      const choices = wanted === 'number' ? 'a number' : `one of ${wanted.join(', ')}`;
      throw new StateRequestError(`The state "${name}" needs the parameter ${parameter}: ${choices}.`);
    }
  }
  return read;
}

/** The answer of a state with these values. Throws if a template names a value that is missing. */
function toStateAnswer(
  values: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const inPaths = given.map(([name, value]) => [nameInPath(name), encodeURIComponent(String(value))]);
  const filled = JSON.stringify(parameters).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined)
      throw new StateRequestError(`The parameters use "${name}", which is not a value of the state. Correct the name.`);
    return JSON.stringify(String(values[name])).slice(1, -1);
  });
  return { ...JSON.parse(filled), ...Object.fromEntries([...given, ...inPaths]) };
}
