import type { CredentialName } from './values.ts';

/**
 * Every provider state that a pact may name: a closed list.
 *
 * `reachedBy` is `calls` where calls of the service reach the state, and `control` where only a sandbox can: somebody
 * else's decision, such as consent, or what the service does not show, such as an id in an answer without a shape.
 * `parameters` says what is chosen, as a type or as the list of choices. `gives` names the values that the state hands
 * to requests, beside the credentials, which every state gives. Phone numbers are fresh: nobody had them before.
 */
export const stateCatalogue = {
  /** Nothing but the credentials. */
  'an organization': { reachedBy: 'calls', parameters: {}, gives: [] },
  /** No user has `phoneNumber`. */
  'a phone number that nobody has': { reachedBy: 'calls', parameters: {}, gives: ['phoneNumber'] },
  /** A customer registered a moment ago, with consent PENDING. */
  'a linked customer': { reachedBy: 'calls', parameters: {}, gives: ['serviceUserId', 'phoneNumber'] },
  /** The user of the legacy sign-up, and `legacyUserToken` acts for this user. */
  'a user who signed up': { reachedBy: 'calls', parameters: {}, gives: ['legacyUserId'] },
  /** `otp` is the password that the customer of `phoneNumber` got last, of this type. */
  'a customer with a one-time password': {
    reachedBy: 'control',
    parameters: { type: ['SERVICE_OTP', 'NATIONAL_ID_OTP'] },
    gives: ['serviceUserId', 'phoneNumber', 'otp'],
  },
  /** As above, of type SERVICE_OTP, and the customer declined the organization. */
  'a customer who declined, with a one-time password': {
    reachedBy: 'control',
    parameters: {},
    gives: ['serviceUserId', 'phoneNumber', 'otp'],
  },
  /** A parent without milestones. */
  'a parent contract': { reachedBy: 'calls', parameters: {}, gives: ['contractId'] },
  /** A parent that belongs to another client than the one of the credentials. */
  'a parent contract of another client': { reachedBy: 'control', parameters: {}, gives: ['contractId'] },
  /** A CREATED milestone of this price; buyer, seller and the organization's administrator are linked. */
  'a milestone without parties': {
    reachedBy: 'calls',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  /** Two CREATED milestones of this price under one parent. */
  'two milestones without parties': {
    reachedBy: 'calls',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'otherMilestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  /** A CREATED milestone of another client than the one of the credentials; all people are linked to both. */
  'a milestone of another client, without parties': {
    reachedBy: 'control',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  /** A milestone whose parties are there: the CUSTOMER pays `itemPrice` to the PROVIDER and the BROKER. */
  'a milestone waiting for payment': {
    reachedBy: 'calls',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'buyerPhone'],
  },
  /** As above, and `otherClientId` is the client of another organization. */
  'a milestone waiting for payment, and another client': {
    reachedBy: 'control',
    parameters: { itemPrice: 'number' },
    gives: ['contractId', 'milestoneId', 'otherClientId'],
  },
  /** Payment of a milestone was started; the buyer was linked a moment ago, so that consent is PENDING. */
  'a started payment': { reachedBy: 'calls', parameters: {}, gives: ['shortId', 'buyerPhone'] },
  /** As above, and nobody has `phoneNumber`. */
  'a started payment, and a phone number that nobody has': {
    reachedBy: 'calls',
    parameters: {},
    gives: ['shortId', 'phoneNumber'],
  },
  'a started payment whose buyer gave consent': {
    reachedBy: 'control',
    parameters: {},
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined': { reachedBy: 'control', parameters: {}, gives: ['shortId', 'buyerPhone'] },
  /** The buyer declined, a ticket was refused for it, and the buyer gave consent again. */
  'a started payment whose buyer declined and came back': {
    reachedBy: 'control',
    parameters: { by: ['consent link', 'one-time password', 'checkout login'] },
    gives: ['shortId', 'buyerPhone'],
  },
  /** A user of the generic Users API, with email, phone, name and metadata. */
  'a user of the Users API': { reachedBy: 'calls', parameters: {}, gives: ['userId'] },
  /**
   * A record of the generic operations. Which field of their answers has the id is not shown, so that calls alone do not
   * tell. `otherRecordId` is a milestone of a contract, else any id.
   */
  'a generic record': {
    reachedBy: 'control',
    parameters: { kind: ['contract', 'payment', 'webhook'] },
    gives: ['recordId', 'otherRecordId'],
  },
  /** The API key has no request left in this minute. A real service is not flooded for it. */
  'the rate limit of the Users API is used up': { reachedBy: 'control', parameters: {}, gives: ['phoneNumber'] },
  /** A milestone that has just got this status, of which an event is sent. */
  'a milestone that has just changed': {
    reachedBy: 'control',
    parameters: { status: ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'] },
    gives: ['milestoneId'],
  },
} as const;

/** The name of a provider state. */
export type StateName = keyof typeof stateCatalogue;

type ParameterOf<Choice> = Choice extends readonly (infer Value)[] ? Value : Choice extends 'number' ? number : never;

/** What is chosen of a state. */
export type StateParameters<Name extends StateName> = {
  -readonly [Parameter in keyof (typeof stateCatalogue)[Name]['parameters']]: ParameterOf<
    (typeof stateCatalogue)[Name]['parameters'][Parameter]
  >;
};

/** The names of the values that a state gives, the credentials included. */
export type StateValueNameOf<Name extends StateName> = CredentialName | (typeof stateCatalogue)[Name]['gives'][number];
