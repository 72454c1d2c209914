/** The choices of a service wherever its description shows nothing. */
export interface Variation {
  /** For calls whose success status is not shown. */
  successStatus: number;
  /** For calls whose answer is not shown at all: no body, text, or JSON. */
  emptyAnswer: 'none' | 'text' | 'list';
  refusalStatus: number;
  refusalBody: 'none' | 'text' | 'json';
  unknownCallerStatus: number;
  /** Whether a token of another kind is refused if only one kind is named. */
  refusesOtherKinds: boolean;
  identityTokens: ('legacyUser' | 'clientAdmin')[];
  idStyle: 'uuid' | 'digits' | 'slashes' | 'unicode';
  /** Whether an id of another form is invalid rather than unknown. */
  checksIdForms: boolean;
  legacyIdStyle: 'number' | 'text';
  firstUserId: number;
  keepsUserId: boolean;
  /** The media type of JSON answers. */
  mediaType: string;
  numberStyle: 'plain' | 'decimals' | 'exponent';
  timeStyle: 'extended' | 'basic' | 'offset' | 'ordinal' | 'week';
  hasExtraFields: boolean;
  reversesKeys: boolean;
  checkoutOrigin: string;
  checkoutPrefix: string;
  /** What is between the shortId and the query of a checkout URL. */
  checkoutSuffix: string;
  checkoutQuery: 'client first' | 'methods first' | 'between others';
  paymentMethods: string;
  /** Whether the parties of a contract need bank accounts before they are added. */
  needsBankAccounts: boolean;
  needsAddresses: boolean;
  takesIbanOnce: boolean;
  takesNationalIdOnce: boolean;
  /** Whether an IBAN and a national id need valid check digits. */
  checksDigits: boolean;
  takesEmailOnce: boolean;
  needsBroker: boolean;
  takesDecimals: boolean;
  /** Whether a deadline has to be in the future, by at most a year. */
  limitsDeadLines: boolean;
  /** Whether a field may be left out unless it is stated to be required, and is accepted unless it is stated to be rejected. */
  isLenient: boolean;
  /** Whether parties have to accept invitations before payment can start. */
  hasInvitations: boolean;
  /** The prefix of phone numbers that the service accepts. */
  phonePrefix: string;
  takesAnyMediaType: boolean;
  reversesMilestones: boolean;
  feePercentage: number;
  limitHeader: string;
  genericStatus: number;
  expiresIn: number;
}

/** What most services would do. */
export const usual: Variation = {
  successStatus: 200,
  emptyAnswer: 'list',
  refusalStatus: 400,
  refusalBody: 'json',
  unknownCallerStatus: 401,
  refusesOtherKinds: true,
  identityTokens: ['legacyUser', 'clientAdmin'],
  idStyle: 'uuid',
  checksIdForms: false,
  legacyIdStyle: 'text',
  firstUserId: 1,
  keepsUserId: true,
  mediaType: 'application/json',
  numberStyle: 'plain',
  timeStyle: 'extended',
  hasExtraFields: false,
  reversesKeys: false,
  checkoutOrigin: 'https://second.example',
  checkoutPrefix: '',
  checkoutSuffix: '',
  checkoutQuery: 'client first',
  paymentMethods: 'MANUAL_BANK_TRANSFER',
  needsBankAccounts: false,
  needsAddresses: false,
  takesIbanOnce: false,
  takesNationalIdOnce: false,
  checksDigits: false,
  takesEmailOnce: false,
  needsBroker: false,
  takesDecimals: true,
  limitsDeadLines: false,
  isLenient: false,
  hasInvitations: false,
  phonePrefix: '+',
  takesAnyMediaType: false,
  reversesMilestones: false,
  feePercentage: 0.04,
  limitHeader: 'RateLimit-Remaining',
  genericStatus: 200,
  expiresIn: 300_000,
};

const strict: Variation = {
  ...usual,
  emptyAnswer: 'none',
  refusalStatus: 422,
  refusalBody: 'none',
  unknownCallerStatus: 403,
  identityTokens: ['clientAdmin'],
  checksIdForms: true,
  keepsUserId: false,
  checkoutSuffix: '/start',
  needsBankAccounts: true,
  needsAddresses: true,
  takesIbanOnce: true,
  takesNationalIdOnce: true,
  checksDigits: true,
  takesEmailOnce: true,
  needsBroker: true,
  takesDecimals: false,
  limitsDeadLines: true,
  genericStatus: 422,
};

const lenient: Variation = {
  ...usual,
  successStatus: 201,
  emptyAnswer: 'text',
  refusalStatus: 409,
  refusalBody: 'text',
  unknownCallerStatus: 400,
  refusesOtherKinds: false,
  identityTokens: ['legacyUser'],
  mediaType: 'application/json;charset=UTF-8',
  numberStyle: 'decimals',
  timeStyle: 'basic',
  hasExtraFields: true,
  isLenient: true,
  takesAnyMediaType: true,
  genericStatus: 404,
};

const inOtherForms: Variation = {
  ...usual,
  refusalStatus: 404,
  idStyle: 'slashes',
  checksIdForms: true,
  legacyIdStyle: 'number',
  firstUserId: 9_000_000_000,
  mediaType: 'text/json',
  numberStyle: 'exponent',
  timeStyle: 'ordinal',
  reversesKeys: true,
  checkoutOrigin: 'HTTPS://SECOND.EXAMPLE',
  checkoutPrefix: '/v3/checkout',
  checkoutSuffix: '/start/now',
  checkoutQuery: 'between others',
  paymentMethods: 'ACME_CARD,ACME_WALLET',
  reversesMilestones: true,
  feePercentage: 0.0125,
  limitHeader: 'X-Waffy-Quota',
  genericStatus: 201,
  expiresIn: 1,
};

const failing: Variation = {
  ...usual,
  successStatus: 202,
  refusalStatus: 500,
  idStyle: 'unicode',
  checksIdForms: true,
  firstUserId: 70_000,
  mediaType: 'application/vnd.second.v1+json',
  timeStyle: 'week',
  checkoutOrigin: 'Http://[2001:db8::2]:8080',
  checkoutPrefix: '/app',
  checkoutSuffix: '/',
  checkoutQuery: 'methods first',
  paymentMethods: 'MANUAL_BANK_TRANSFER,LATER',
  feePercentage: 0.1,
  limitHeader: 'X-RateLimit-Limit',
  genericStatus: 400,
  expiresIn: 60,
};

const counting: Variation = { ...usual, idStyle: 'digits', checksIdForms: true, timeStyle: 'offset' };

/** A handful of legal services, by the end of "a service that", which decide every question in more than one way. */
export const variations: readonly [does: string, variation: Variation][] = [
  ['refuses whatever is not shown to be taken', strict],
  ['takes whatever is not stated to be refused', lenient],
  ['writes numbers, times, ids and addresses in another form', inOtherForms],
  ['refuses with 500, and has spaces in its ids', failing],
  ['counts its ids', counting],
];
