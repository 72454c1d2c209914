import { eventStatuses } from '@escrow-kit/spec';

/** What a state means, how it is reached, and what it takes and gives. */
interface State {
  /** What is true in the state. */
  means: string;
  /**
   * `calls` (the default) if calls of the service reach it; `control` if only a sandbox can, because it needs another person's decision,
   * such as consent, or a value that the service does not show.
   */
  reachedBy?: 'calls' | 'control';
  /**
   * Each parameter as a type or as its choices. A `template` may be left out: it is JSON with values in it, such as `${milestoneId}`, also
   * in its keys, which Pact's generators do not reach. The state gives it with its values filled in, under the same name.
   */
  parameters?: Readonly<Record<string, 'number' | 'template' | readonly string[]>>;
  /** The values that it gives besides the credentials, which every state gives. Phone numbers are fresh: nobody had them before. */
  gives: readonly string[];
}

/** Every provider state that a pact may name: a closed list. */
const states = {
  'an organization': { means: 'Nothing but the credentials.', gives: [] },
  'a phone number that nobody has': {
    means: 'No user has `phoneNumber` or `email`.',
    gives: ['phoneNumber', 'email'],
  },
  'a linked customer': {
    means:
      'A customer registered a moment ago, with consent PENDING. Nobody has a bank account of `iban`, or `nationalId`. `identityToken` is the token that identity calls take here.',
    gives: ['serviceUserId', 'phoneNumber', 'iban', 'nationalId', 'identityToken'],
  },
  'a user who signed up': {
    means: 'The user of the legacy sign-up, and `legacyUserToken` acts for this user.',
    gives: ['legacyUserId'],
  },
  'a customer with a one-time password': {
    means:
      '`otp` is the password that the customer of `phoneNumber` got last, of this type. `identityToken` is the token that identity calls take here.',
    reachedBy: 'control',
    parameters: { type: ['SERVICE_OTP', 'NATIONAL_ID_OTP'] },
    gives: ['serviceUserId', 'phoneNumber', 'otp', 'identityToken'],
  },
  'a customer who declined, with a one-time password': {
    means: 'As above, of type SERVICE_OTP, and the customer declined the organization.',
    reachedBy: 'control',
    gives: ['serviceUserId', 'phoneNumber', 'otp', 'identityToken'],
  },
  'a parent contract': {
    means:
      'A parent without milestones. It takes milestones whose deadline is on `deadLineDay`, a day ahead in UTC such as `2030-01-01`; our command gives the day in 30 days.',
    gives: ['contractId', 'deadLineDay'],
  },
  'a parent contract of another client': {
    means: 'As above, but it belongs to another client than the one of the credentials.',
    reachedBy: 'control',
    gives: ['contractId', 'deadLineDay'],
  },
  'a milestone without parties': {
    means: "A CREATED milestone of this price; buyer, seller and the organization's administrator are linked.",
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'two milestones without parties': {
    means: 'Two CREATED milestones of this price under one parent.',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'otherMilestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'a milestone of another client, without parties': {
    means: 'A CREATED milestone of another client than the one of the credentials; all people are linked to both.',
    reachedBy: 'control',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'a milestone waiting for payment': {
    means:
      'A milestone whose parties are there: the CUSTOMER pays `itemPrice` to the PROVIDER and the BROKER. No milestone has `unknownMilestoneId`, an id of the same form.',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'unknownMilestoneId', 'buyerPhone'],
  },
  'a milestone waiting for payment, and another client': {
    means: 'As above, and `otherClientId` is the client of another organization.',
    reachedBy: 'control',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'otherClientId'],
  },
  'a started payment': {
    means: 'Payment of a milestone was started; the buyer was linked a moment ago, so that consent is PENDING.',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment, and a phone number that nobody has': {
    means: 'As above, and nobody has `phoneNumber`.',
    gives: ['shortId', 'phoneNumber'],
  },
  'a started payment whose buyer gave consent': {
    means: 'A started payment, whose buyer gave consent.',
    reachedBy: 'control',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined': {
    means: 'A started payment, whose buyer declined the organization.',
    reachedBy: 'control',
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined and came back': {
    means: 'The buyer declined, a ticket was refused for it, and the buyer gave consent again.',
    reachedBy: 'control',
    parameters: { by: ['consent link', 'one-time password', 'checkout login'] },
    gives: ['shortId', 'buyerPhone'],
  },
  'a user of the Users API': {
    means:
      'A user of the generic Users API, with email, phone, name and metadata. Nobody has `unknownUserId`, an id of the same form.',
    gives: ['userId', 'unknownUserId', 'phoneNumber', 'email'],
  },
  'a user of the Users API whose name and phone were changed': {
    means: 'A user whose name was changed to Badr Second Buyer, and whose phone to `phoneNumber`.',
    gives: ['userId', 'phoneNumber'],
  },
  'the rate limit of the Users API is used up': {
    means: 'The API key has no request left in this minute. A real service is not flooded for it.',
    reachedBy: 'control',
    gives: ['phoneNumber', 'email'],
  },
  'a milestone that has just changed': {
    means: 'A milestone that has just got this status, of which an event is sent.',
    reachedBy: 'control',
    parameters: { status: eventStatuses },
    gives: ['milestoneId'],
  },
} as const satisfies Record<string, State>;

/** The name of a provider state. */
export type StateName = keyof typeof states;

/** Every provider state that a pact may name, with what it takes and gives. */
export const stateCatalogue = Object.fromEntries(
  Object.entries<State>(states).map(([name, state]) => [name, { reachedBy: 'calls', parameters: {}, ...state }]),
) as Readonly<Record<StateName, Required<State>>>;

/** What a handler may take. It gets those that its state has in the catalogue. */
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

/** A state that a verifier asks for is not in the catalogue, or its parameters are wrong. */
export class StateRequestError extends Error {
  override name = 'StateRequestError';
}

/**
 * Sets up a state and returns what Pact gets: its values, as they are and as they appear in a path, and the parameters with the values
 * filled in, because some are templates. Parameters may be text, as in a query.
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
    throw new StateRequestError(`There is no state "${name}". contract-tests states --list shows all.`);
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
      throw new StateRequestError(`The state gives no value "${name}", which its parameters name.`);
    return JSON.stringify(String(values[name])).slice(1, -1);
  });
  return { ...JSON.parse(filled), ...Object.fromEntries([...given, ...inPaths]) };
}
