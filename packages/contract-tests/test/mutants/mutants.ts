import type { Answer, RuleImplementations } from '@escrow-kit/sandbox/testing';
import { type OperationId, retryDelaysInSeconds } from '@escrow-kit/spec';

/** What a sandbox does otherwise: the rule implementations that it has in place of the shipped ones. */
export type Fault = (shipped: RuleImplementations) => Partial<RuleImplementations>;

/** Faults by the id of the rule and, after a blank, what the sandbox does, as the end of a sentence. */
export type Faults = Readonly<Record<string, Fault>>;

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart to be broken
type Json = any;

/** Changes the answers of an operation that have this status, or a refusing one. */
const changeAnswer =
  (
    operationId: OperationId,
    status: number | 'refused',
    change: (answer: Answer, path: Record<string, string>) => Partial<Answer>,
  ): Fault =>
  ({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      const answer = completeAnswer(service, operation, attempt);
      const isConcerned = status === 'refused' ? answer.status >= 400 : answer.status === status;
      return operation.id === operationId && isConcerned
        ? { ...answer, ...change(answer, attempt.request.path) }
        : answer;
    },
  });

/** Refuses what is right. */
const refuse = (operationId: OperationId, status = 400): Fault => changeAnswer(operationId, 200, () => ({ status }));

/** Serves what has to be refused. */
const serve = (operationId: OperationId): Fault =>
  changeAnswer(operationId, 'refused', () => ({ status: 200, body: {} }));

/** Answers with another status. */
const answerWith = (operationId: OperationId, status: number, other: number): Fault =>
  changeAnswer(operationId, status, () => ({ status: other }));

/** Changes a field of an operation's answers, by its path such as `data.milestones.*.fee`. Default: leaves it out of each 200. */
const changeField = (
  operationId: OperationId,
  path: string,
  change: (value: Json) => unknown = () => undefined,
  status = 200,
): Fault => changeAnswer(operationId, status, ({ body }) => ({ body: changeAt(body, path.split('.'), change) }));

function changeAt(body: Json, [step = '', ...rest]: string[], change: (value: Json) => unknown): unknown {
  if (step === '*') return body.map((item: Json) => changeAt(item, rest, change));
  const { [step]: value, ...others } = body;
  const changed = rest.length > 0 ? changeAt(value, rest, change) : change(value);
  return changed === undefined ? others : { ...others, [step]: changed };
}

/** Changes how a customer is answered who is registered again. */
const changeKnown =
  (change: (answer: Answer) => Partial<Answer>): Fault =>
  ({ completeAnswer }) => {
    const known = new Set<string>();
    return {
      completeAnswer: (service, operation, attempt) => {
        const answer = completeAnswer(service, operation, attempt);
        if (operation.id !== 'registerCustomer' || answer.status !== 200) return answer;
        const { phoneNumber } = JSON.parse(attempt.request.bodyText);
        const isKnown = known.has(phoneNumber);
        known.add(phoneNumber);
        return isKnown ? { ...answer, ...change(answer) } : answer;
      },
    };
  };

/** In all milestones what the first has in a field. */
const repeatFirst = (field: string): Fault =>
  changeField('addMilestones', 'data.milestones', (all) =>
    all.map((one: Json) => ({ ...one, [field]: all[0][field] })),
  );

type WebhookRequest = Parameters<RuleImplementations['prepareWebhook']>[0];

/** Prepares attempts of events in another way, all or those after the first. */
const changeAttempts =
  (which: 'all' | 'later', change: (request: WebhookRequest) => WebhookRequest): Fault =>
  ({ prepareWebhook }) => {
    const sent = new Set<string>();
    return {
      prepareWebhook: (request) => {
        const isConcerned = which === 'all' || sent.has(request.body);
        sent.add(request.body);
        return prepareWebhook(isConcerned ? change(request) : request);
      },
    };
  };

const changeEvent = (change: (event: Json) => unknown): Fault =>
  changeAttempts('all', (request) => ({ ...request, body: JSON.stringify(change(JSON.parse(request.body))) }));

const signWithAnotherKey = (request: WebhookRequest) => ({ ...request, webhookSecret: 'another' });

/** Writes the signature of events in another way. */
const changeSignature =
  (change: (signature: string) => string): Fault =>
  ({ prepareWebhook }) => ({
    prepareWebhook: (request) => {
      const { headers, ...parts } = prepareWebhook(request);
      const signature = change(headers['service-signature'] ?? '');
      return { ...parts, headers: { ...headers, 'service-signature': signature } };
    },
  });

/** Tries a failed delivery again after these delays, in seconds. */
const retryAfter =
  (delays: readonly number[]): Fault =>
  () => ({
    nextAttemptAt: (attempts, endedAt) => {
      const delay = delays[attempts - 1];
      return delay === undefined ? undefined : endedAt + delay * 1000;
    },
  });

/** Sandboxes that break a rule. The first of each stated rule is tried in `npm test`. */
export const wrong: Faults = {
  'AUTH-1 does not understand a bearer token': refuse('registerCustomer', 401),
  'AUTH-1a takes any token for customers': serve('registerCustomer'),
  'AUTH-1b takes a call without a token': serve('createContract'),
  'AUTH-2 wants another token for bank accounts': refuse('addBankAccount', 403),
  'AUTH-3 wants another token for contracts': refuse('createContract', 403),
  'AUTH-4 takes the organization token to add parties': serve('addParties'),
  'AUTH-4 refuses the organization token with 401 instead of 403': answerWith('addParties', 403, 401),
  'AUTH-5 refuses the client that the token was issued for': refuse('startPayment', 403),
  "AUTH-5a starts the payment of another client's contract": serve('startPayment'),
  'AUTH-5b has the client_id of another client in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace(/client_id=[^&]+/, 'client_id=another-client'),
  ),
  'AUTH-6 refuses the right client secret': refuse('requestTicket', 401),
  'AUTH-6a gives a ticket for any client secret': serve('requestTicket'),
  'AUTH-8 wants another token for one-time passwords': refuse('validateOtp', 403),
  'AUTH-9 wants another token for the legacy sign-up': refuse('legacySignUp', 403),
  'AUTH-11 wants another token to read a user': refuse('getUser', 403),

  'USER-1 leaves out the id of a customer': changeField('registerCustomer', 'serviceUserId'),
  'USER-1 writes the id of a customer as text': changeField('registerCustomer', 'serviceUserId', String),
  'USER-1 gives a customer an id with decimals': changeField('registerCustomer', 'serviceUserId', (id) => id + 0.5),
  'USER-1d registers a phone number that is not in E.164 form': serve('registerCustomer'),
  'USER-2 refuses to register a customer twice': changeKnown(() => ({ status: 400 })),
  'USER-2a gives a known customer another id': changeKnown(({ body }) => ({
    body: { ...(body as object), serviceUserId: 7 },
  })),
  'USER-4 does not take the one-time password of a customer who declined': changeField(
    'validateOtp',
    'data.valid',
    () => false,
  ),
  'BANK-1 refuses a bank account that has all of its fields': refuse('addBankAccount'),
  'BANK-2 takes any IBAN': serve('addBankAccount'),
  'ADDR-1 takes an address without label or country': serve('addAddress'),
  'ADDR-1a takes null for a label': serve('addAddress'),
  'ID-1 takes anything for a national id': serve('submitNationalId'),
  'ID-1a takes a number for a national id': serve('submitNationalId'),
  'ID-1b refuses a national id of ten digits': refuse('submitNationalId'),
  'ID-2 calls no one-time password valid': changeField('validateOtp', 'data.valid', () => false),
  'ID-2b takes a one-time password of any type and form': serve('validateOtp'),
  'ID-2c calls every one-time password valid': changeField('validateOtp', 'data.valid', () => true),

  'CONTRACT-1 refuses a parent': refuse('createContract'),
  'CONTRACT-1c takes a parent of any type, role and price': serve('createContract'),
  'CONTRACT-2 leaves out the id of a parent': changeField('createContract', 'data.id'),
  'MILESTONE-1 refuses a milestone': refuse('addMilestones'),
  'MILESTONE-1c takes any milestone': serve('addMilestones'),
  'MILESTONE-2 leaves out the fee': changeField('addMilestones', 'data.milestones.*.fee'),
  'MILESTONE-2 writes feePercentage as a percentage': changeField(
    'addMilestones',
    'data.milestones.*.feePercentage',
    (fraction) => fraction * 100,
  ),
  'MILESTONE-2 names another parent': changeField('addMilestones', 'data.parentContractId', () => 'another'),
  'MILESTONE-2 has the price of the first of two milestones in both': repeatFirst('itemPrice'),
  'MILESTONE-2 gives two milestones one id': repeatFirst('id'),
  'MILESTONE-2a has the fee of the first of two milestones in both': repeatFirst('fee'),
  'MILESTONE-3 takes paymentMethods, isDeliverable and isInspectable': serve('addMilestones'),
  'MILESTONE-4a drops the decimals of an itemPrice': changeField(
    'addMilestones',
    'data.milestones.*.itemPrice',
    Math.floor,
  ),
  'PARTY-0 refuses parties by the id of their milestone': refuse('addParties'),
  'PARTY-0c takes any parties': serve('addParties'),
  'PARTY-1 refuses a BROKER who is arbitrator and sender': refuse('addParties'),
  'PARTY-1a takes a BROKER with the wrong flags': serve('addParties'),
  'PARTY-2 refuses a CUSTOMER who is sender and not arbitrator': refuse('addParties'),
  'PARTY-2a takes a CUSTOMER with the wrong flags': serve('addParties'),
  'PARTY-3 takes a PROVIDER with isSender': serve('addParties'),
  'PARTY-3 wants isSender of a PROVIDER': refuse('addParties'),
  'PARTY-4 refuses sums that are equal': refuse('addParties'),
  'PARTY-4a does not compare the sums': serve('addParties'),
  'ERR-1 answers parties that it refuses with 500': answerWith('addParties', 400, 500),
  'ERR-1c takes a body of another media type': serve('createContract'),

  'STATE-1 lets a parent start as SUBMITTED': changeField('createContract', 'data.status', () => 'SUBMITTED'),
  'STATE-2 starts no payment before a call to publish': refuse('startPayment'),
  'PAY-1 wraps the checkout URL in an object': changeField('startPayment', 'data', (url) => ({ url })),
  'PAY-1a starts a payment without redirectUrl': serve('startPayment'),
  'PAY-2 has no query in the checkout URL': changeField('startPayment', 'data', (url) => url.split('?')[0]),
  'PAY-2 has empty payment_methods in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace(/payment_methods=[^&#]*/, 'payment_methods='),
  ),
  'PAY-3 has no shortId in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace('/external/', '/'),
  ),
  'PAY-3a takes the id of the milestone for the shortId': changeAnswer('startPayment', 200, ({ body }, path) => {
    const { data } = body as { data: string };
    return { body: { data: data.replace(/\/external\/[^/?]+/, `/external/${path['milestoneId']}`) } };
  }),
  'PAY-4 answers a milestone that does not exist with 404': answerWith('startPayment', 500, 404),
  'PAY-4 lets a field leak into the bare 500': changeAnswer('startPayment', 500, () => ({ body: { error: 'leak' } })),
  'TICKET-1 leaves out the ticket': changeField('requestTicket', 'ticket'),
  'TICKET-1 gives an empty ticket': changeField('requestTicket', 'ticket', () => ''),
  'TICKET-1b takes any grant type': serve('requestTicket'),
  'TICKET-3 gives a ticket to a buyer who declined': serve('requestTicket'),
  'TICKET-4 answers a buyer who is not linked with 404': answerWith('requestTicket', 400, 404),
  'TICKET-5 gives no ticket while consent is pending': refuse('requestTicket'),

  'HOOK-1 leaves the reference out of an event': changeEvent(({ referenceId: _, ...event }) => event),
  'HOOK-1 names the parent in an event': changeEvent((event) => ({ ...event, contractId: 'a-parent' })),
  'HOOK-1 has another body in later attempts': changeAttempts('later', (request) => ({
    ...request,
    body: request.body.replace('"referenceId":"', '$&later-'),
  })),
  'HOOK-2 signs with another key': changeAttempts('all', signWithAnotherKey),
  'HOOK-2 signs the first attempt alone': changeAttempts('later', signWithAnotherKey),
  'HOOK-2 does not name the algorithm of a signature': changeSignature((signature) => signature.replace(/^.*=/, '')),
  'HOOK-4 tries a fourth time again, half an hour after the last': retryAfter([...retryDelaysInSeconds, 1800]),
  'HOOK-4 leaves out the last retry': retryAfter(retryDelaysInSeconds.slice(0, -1)),
  'HOOK-5 sends COMPLETED when release begins': changeEvent((event) => ({ ...event, status: 'COMPLETED' })),

  'UAPI-1 leaves out the id of a linked user': changeField('linkUser', 'data.user_id'),
  'UAPI-2 leaves out verification_status': changeField('getUser', 'data.verification_status'),
  'UAPI-2 gives the record of another user': changeField('getUser', 'data.user_id', () => 'usr_another'),
  'UAPI-2a leaves updated_at out of the record': changeField('getUser', 'data.updated_at'),
  'UAPI-3 refuses to change a user': refuse('updateUser'),
  'UAPI-3b takes changes of a user, and keeps the name': changeField('getUser', 'data.name', () => 'Badr Buyer'),
  'UAPI-4 has another code for invalid input': changeField('linkUser', 'error.code', () => 'INVALID', 400),
  'UAPI-4 names another field than the invalid one': changeField('linkUser', 'error.details.field', () => 'name', 400),
  'UAPI-5 answers an unknown user with 400': answerWith('getUser', 404, 400),
  'UAPI-6a has no limit': serve('linkUser'),
  'LEGACY-1 leaves clientUserToken out of the sign-up': changeField('legacySignUp', 'data.clientUserToken'),
  'LEGACY-1 has null for the id of the sign-up': changeField('legacySignUp', 'data.id', () => null),
  'LEGACY-3a refuses an address of a city alone': refuse('legacyAddAddress'),
};

/** Sandboxes that do otherwise what the service does not show. */
export const legal: Faults = {
  'HOOK-2 signs in upper-case hex': changeSignature(
    (signature) => `sha256=${signature.replace('sha256=', '').toUpperCase()}`,
  ),
  'HOOK-4 counts its delays from the first attempt': retryAfter(
    retryDelaysInSeconds.map((delay, index) => delay - (retryDelaysInSeconds[index - 1] ?? 0)),
  ),
};
