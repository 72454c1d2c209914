import fc from 'fast-check';

/** The choices of a service wherever its description shows nothing. */
const choices = {
  /** For calls whose success status is not shown. */
  successStatus: fc.constantFrom(200, 201, 202),
  /** For calls whose answer is not shown at all: no body, text, or JSON. */
  emptyAnswer: fc.constantFrom('none', 'text', 'list'),
  refusalStatus: fc.constantFrom(400, 404, 409, 422, 500),
  refusalBody: fc.constantFrom('none', 'text', 'json'),
  unknownCallerStatus: fc.constantFrom(400, 401, 403),
  /** Whether a token of another kind is refused if only one kind is named. */
  refusesOtherKinds: fc.boolean(),
  identityTokens: fc.constantFrom(['legacyUser'], ['clientAdmin'], ['legacyUser', 'clientAdmin']),
  idStyle: fc.constantFrom('uuid', 'digits', 'slashes', 'unicode'),
  /** Whether an id of another form is invalid rather than unknown. */
  checksIdForms: fc.boolean(),
  legacyIdStyle: fc.constantFrom('number', 'text'),
  firstUserId: fc.constantFrom<number>(1, 70_000, 9_000_000_000),
  keepsUserId: fc.boolean(),
  /** The media type of JSON answers. */
  mediaType: fc.constantFrom(
    'application/json',
    'application/json;charset=UTF-8',
    'application/vnd.second.v1+json',
    'text/json',
  ),
  numberStyle: fc.constantFrom('plain', 'decimals', 'exponent'),
  timeStyle: fc.constantFrom('extended', 'basic', 'offset', 'ordinal', 'week'),
  hasExtraFields: fc.boolean(),
  reversesKeys: fc.boolean(),
  /** Schemes and hosts may be written in capitals. */
  checkoutOrigin: fc.constantFrom('https://second.example', 'HTTPS://SECOND.EXAMPLE', 'Http://[2001:db8::2]:8080'),
  /** What is between the shortId and the query of a checkout URL. */
  checkoutSuffix: fc.constantFrom('', '/', '/start', '/start/now'),
  checkoutPrefix: fc.constantFrom('', '/app', '/v3/checkout'),
  checkoutQuery: fc.constantFrom('client first', 'methods first', 'between others'),
  paymentMethods: fc.constantFrom('MANUAL_BANK_TRANSFER', 'ACME_CARD,ACME_WALLET', 'MANUAL_BANK_TRANSFER,LATER'),
  /** Whether the parties of a contract need bank accounts before they are added. */
  needsBankAccounts: fc.boolean(),
  needsAddresses: fc.boolean(),
  takesIbanOnce: fc.boolean(),
  takesNationalIdOnce: fc.boolean(),
  /** Whether an IBAN and a national id need valid check digits. */
  checksDigits: fc.boolean(),
  takesEmailOnce: fc.boolean(),
  needsBroker: fc.boolean(),
  takesDecimals: fc.boolean(),
  /** Whether a deadline has to be in the future, by at most a year. */
  limitsDeadLines: fc.boolean(),
  /** Whether a field may be left out unless it is stated to be required, and is accepted unless it is stated to be rejected. */
  isLenient: fc.boolean(),
  /** Whether parties have to accept invitations before payment can start. */
  hasInvitations: fc.constant<boolean>(false),
  /** The prefix of phone numbers that the service accepts. */
  phonePrefix: fc.constant<string>('+'),
  takesAnyMediaType: fc.boolean(),
  reversesMilestones: fc.boolean(),
  feePercentage: fc.constantFrom(0.04, 0.0125, 0.1),
  limitHeader: fc.constantFrom('RateLimit-Remaining', 'X-RateLimit-Limit', 'X-Waffy-Quota'),
  genericStatus: fc.constantFrom(200, 201, 400, 404, 422),
  expiresIn: fc.constantFrom(1, 60, 300_000),
};

const variations = fc.record(choices);

/** One set of choices. */
export type Variation = typeof variations extends fc.Arbitrary<infer Choices> ? Choices : never;

/** Spreads small seeds, because neighbouring seeds would decide alike (2 to the 32nd, divided by the golden ratio). */
const spread = 2_654_435_769;

/** The same choices for the same seed. */
export function createVariation(seed: number): Variation {
  const [variation] = fc.sample(variations, { seed: Math.imul(seed, spread), numRuns: 1 });
  if (!variation) throw new Error('Nothing was sampled.');
  return variation;
}
