import { eventStatuses } from '@escrow-kit/spec';
import type { CredentialName } from '../deployment/credentials.ts';

/**
 * Every provider state that a pact may name: a closed list.
 *
 * `means` says what is true in the state. `reachedBy` is `calls` if calls of the service reach it, and `control` if only a
 * sandbox can, because it needs another person's decision, such as consent, or a value that the service does not show.
 * `parameters` lists the parameters, each as a type or as its choices. `gives` names the values that the state provides to
 * requests, besides the credentials, which every state provides. Phone numbers are fresh: nobody had them before.
 *
 * A parameter that is a `template` is JSON with values in it, such as `${milestoneId}`, also in its keys, which Pact's generators
 * do not reach. The state gives the template with its values filled in, under the name of the parameter.
 */
export const stateCatalogue = {
  'an organization': { means: 'Nothing but the credentials.', reachedBy: 'calls', parameters: {}, gives: [] },
  'a phone number that nobody has': {
    means: 'No user has `phoneNumber` or `email`.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['phoneNumber', 'email'],
  },
  'a linked customer': {
    means:
      'A customer registered a moment ago, with consent PENDING. Nobody has a bank account of `iban`, or `nationalId`.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['serviceUserId', 'phoneNumber', 'iban', 'nationalId'],
  },
  'a user who signed up': {
    means: 'The user of the legacy sign-up, and `legacyUserToken` acts for this user.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['legacyUserId'],
  },
  'a customer with a one-time password': {
    means: '`otp` is the password that the customer of `phoneNumber` got last, of this type.',
    reachedBy: 'control',
    parameters: { type: ['SERVICE_OTP', 'NATIONAL_ID_OTP'] },
    gives: ['serviceUserId', 'phoneNumber', 'otp'],
  },
  'a customer who declined, with a one-time password': {
    means: 'As above, of type SERVICE_OTP, and the customer declined the organization.',
    reachedBy: 'control',
    parameters: {},
    gives: ['serviceUserId', 'phoneNumber', 'otp'],
  },
  'a parent contract': {
    means:
      'A parent without milestones. It takes milestones whose deadline is on `deadLineDay`, a day ahead in UTC such as `2030-01-01`; our command gives the day in 30 days.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['contractId', 'deadLineDay'],
  },
  'a parent contract of another client': {
    means: 'As above, but it belongs to another client than the one of the credentials.',
    reachedBy: 'control',
    parameters: {},
    gives: ['contractId', 'deadLineDay'],
  },
  'a milestone without parties': {
    means: "A CREATED milestone of this price; buyer, seller and the organization's administrator are linked.",
    reachedBy: 'calls',
    parameters: { itemPrice: 'number', partiesByMilestone: 'template' },
    gives: ['contractId', 'milestoneId', 'buyerPhone', 'sellerPhone', 'brokerPhone'],
  },
  'two milestones without parties': {
    means: 'Two CREATED milestones of this price under one parent.',
    reachedBy: 'calls',
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
    reachedBy: 'calls',
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
    reachedBy: 'calls',
    parameters: {},
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment, and a phone number that nobody has': {
    means: 'As above, and nobody has `phoneNumber`.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['shortId', 'phoneNumber'],
  },
  'a started payment whose buyer gave consent': {
    means: 'A started payment, whose buyer gave consent.',
    reachedBy: 'control',
    parameters: {},
    gives: ['shortId', 'buyerPhone'],
  },
  'a started payment whose buyer declined': {
    means: 'A started payment, whose buyer declined the organization.',
    reachedBy: 'control',
    parameters: {},
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
    reachedBy: 'calls',
    parameters: {},
    gives: ['userId', 'unknownUserId', 'phoneNumber'],
  },
  'a user of the Users API whose name was changed': {
    means: 'As above, and its name was changed to Badr Second Buyer.',
    reachedBy: 'calls',
    parameters: {},
    gives: ['userId'],
  },
  'the rate limit of the Users API is used up': {
    means: 'The API key has no request left in this minute. A real service is not flooded for it.',
    reachedBy: 'control',
    parameters: {},
    gives: ['phoneNumber', 'email'],
  },
  'a milestone that has just changed': {
    means: 'A milestone that has just got this status, of which an event is sent.',
    reachedBy: 'control',
    parameters: { status: eventStatuses as typeof eventStatuses },
    gives: ['milestoneId'],
  },
} as const;

/** The name of a provider state. */
export type StateName = keyof typeof stateCatalogue;

/** The name of a parameter that is a template, and of the value that it becomes. */
export type TemplateName = 'partiesByMilestone';

type ParameterOf<Choice> = Choice extends readonly (infer Value)[] ? Value : Choice extends 'number' ? number : never;

/** The parameters that choose a state. Templates change nothing about it. */
export type StateParameters<Name extends StateName> = {
  -readonly [Parameter in Exclude<keyof (typeof stateCatalogue)[Name]['parameters'], TemplateName>]: ParameterOf<
    (typeof stateCatalogue)[Name]['parameters'][Parameter]
  >;
};

/** The names of the values that a state provides, including the credentials. */
export type StateValueNameOf<Name extends StateName> = CredentialName | (typeof stateCatalogue)[Name]['gives'][number];
