/**
 * A second service, written from the description alone: legal, but different. Wherever the description shows nothing, it decides by a
 * variation. It uses neither the document nor the sandbox, has no control API, and nobody ever declines or accepts anything in it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLocalServer } from '../../src/deployment/local-server.ts';

/** What an organization got at onboarding. */
export const credentials = {
  organizationToken: 'ORG-9f',
  clientAdminToken: 'ADM-2c',
  legacyUserToken: 'USR-77',
  legacyAppToken: 'APP-01',
  apiKey: 'KEY-5d',
  clientId: 'second client/1',
  clientSecret: 'second-secret+&=',
};

type Kind = 'organizationToken' | 'clientAdminToken' | 'legacyUserToken' | 'legacyAppToken' | 'apiKey';

/** The choices of a service wherever its description shows nothing. */
export interface Variation {
  /**
   * `most`: whatever is not shown to be taken is refused. `least`: whatever is not stated to be refused is taken, with any fields, amounts,
   * callers and media types.
   */
  demands: 'least' | 'some' | 'most';
  successStatus: number;
  refusalStatus: number;
  unknownCallerStatus: number;
  /** The body of an answer that is not shown. */
  bodies: 'none' | 'text' | 'json';
  identityTokens: readonly Kind[];
  ids: IdStyle;
  keepsUserId: boolean;
  mediaType: string;
  writeNumber: (value: number) => string;
  /** Changes what JSON holds, which is a list of members for an object. */
  arrange: <Item>(items: Item[]) => Item[];
  extraFields: Record<string, unknown>;
  writeTime: (iso: string) => string;
  writeCheckoutUrl: (shortId: string, client: string, methods: string) => string;
  /** The prefix of the phone numbers that it takes. */
  phonePrefix: string;
  /** Whether parties have to accept invitations before payment can start. */
  hasInvitations: boolean;
}

/** How ids look. One of another form is invalid rather than unknown. */
interface IdStyle {
  create: (number: number) => string;
  form: RegExp;
}

const uuids: IdStyle = { create: () => randomUUID(), form: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ };

/** What most services would do. */
export const usual: Variation = {
  demands: 'some',
  successStatus: 200,
  refusalStatus: 400,
  unknownCallerStatus: 401,
  bodies: 'json',
  identityTokens: ['legacyUserToken', 'clientAdminToken'],
  ids: uuids,
  keepsUserId: true,
  mediaType: 'application/json',
  writeNumber: String,
  arrange: (items) => items,
  extraFields: {},
  writeTime: (iso) => iso,
  writeCheckoutUrl: (shortId, client, methods) => `https://second.example/external/${shortId}?${client}&${methods}`,
  phonePrefix: '+',
  hasInvitations: false,
};

interface Person {
  id: number;
  hasAccount: boolean;
  hasAddress: boolean;
}

interface Service {
  variation: Variation;
  people: Map<string, Person>;
  /** IBANs and national ids of bank accounts. */
  accounts: Set<string>;
  contracts: Set<string>;
  milestones: Map<string, { contractId: string; shortId: string; hasParties: boolean }>;
  users: Map<string, { user_id: string; email: string }>;
  nextNumber: () => number;
  nextId: () => string;
}

/** A call of a route. */
interface Call {
  service: Service;
  /** What the placeholders of the route's path matched, decoded. */
  path: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON may arrive, and each route checks what it needs
  body: any;
}

/** An answer. Without a body, the answer is empty. */
interface Answer {
  status: number;
  body?: unknown;
  /** Default: JSON. */
  text?: string;
}

interface Route {
  method: string;
  /** Matches the whole path, as it is on the wire. */
  path: RegExp;
  /** The kind of token; the identity calls take one of two. A form carries its credentials. */
  takes: Kind | 'identity' | 'form';
  answer: (call: Call) => Answer;
}

/** A route. Each `*` is one segment of the path. */
const route = (target: string, takes: Route['takes'], answer: Route['answer']): Route => {
  const [method = '', path = ''] = target.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`), takes, answer };
};

const routes: readonly Route[] = [
  route('POST /realms/service/service-partner/customers', 'organizationToken', registerCustomer),
  route('POST /api/users/external/*/banks', 'organizationToken', addBankAccount),
  route('POST /api/external/profiles/*/addresses', 'organizationToken', addAddress),
  route('PATCH /api/users/external/*/national-id', 'identity', ({ service, body: { nationalId } }) =>
    typeof nationalId === 'string' && isNationalId(service, nationalId) ? accept(service) : refuse(service),
  ),
  // No test can know a password of this service.
  route('POST /api/external/otps/validate', 'identity', ({ service }) =>
    service.variation.demands === 'least' ? succeed(service, { data: { valid: false } }) : refuse(service),
  ),
  route('POST /api/external/contracts', 'clientAdminToken', createContract),
  route('PATCH /api/external/contracts/*/milestones', 'clientAdminToken', addMilestones),
  route('PATCH /api/external/contracts/*/parties', 'clientAdminToken', addParties),
  route('GET /api/external/contracts/startPayment/*/*', 'clientAdminToken', startPayment),
  route('POST /realms/service/protocol/openid-connect/token', 'form', requestTicket),
  route('POST /v2/api/users/sign-up', 'legacyAppToken', signUp),
  // What these two take is not shown; here they require fields that nobody can guess.
  ...['/api/users/*/IBAN', '/api/profiles/*/addresses'].map((path) =>
    route(`POST ${path}`, 'legacyUserToken', ({ service }) =>
      service.variation.demands === 'least' ? accept(service) : refuse(service),
    ),
  ),
  route('POST /users/link', 'apiKey', linkUser),
  route('GET /users/*', 'apiKey', getUser),
  route('PUT /users/*', 'apiKey', updateUser),
];

/** Starts a service on a free port of this machine. */
export async function startSecondService(variation: Variation): Promise<{ url: string; close: () => Promise<void> }> {
  const service = createService(variation);
  return startLocalServer(async (request, response) => {
    const { status, body, text: plain } = answerRequest(service, request, await text(request));
    const type = plain !== undefined ? 'text/plain' : variation.mediaType;
    const written = plain ?? (body === undefined ? '' : writeJson(body, variation));
    response.writeHead(status, written === '' ? {} : { 'content-type': type }).end(written);
  });
}

function createService(variation: Variation): Service {
  let number = 9_000_000_000;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  return {
    variation,
    people: new Map(),
    accounts: new Set(),
    contracts: new Set(),
    milestones: new Map(),
    users: new Map(),
    nextNumber,
    nextId: () => variation.ids.create(nextNumber()),
  };
}

function answerRequest(service: Service, request: IncomingMessage, sent: string): Answer {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://second.example');
  const found = routes.find(({ method, path }) => method === request.method && path.test(pathname));
  if (!found) return { status: 404 };
  const refusal = refuseCaller(service, found.takes, request.headers.authorization);
  if (refusal) return refusal;
  const type = request.headers['content-type'] ?? '';
  const isForm = found.takes === 'form';
  const wanted = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  if (sent !== '' && !type.startsWith(wanted) && service.variation.demands !== 'least') return { status: 406 };
  const path = (found.path.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
  const body = isForm ? Object.fromEntries(new URLSearchParams(sent)) : parseJson(sent);
  return found.answer({ service, path, query, body });
}

function parseJson(sent: string): unknown {
  try {
    return Object(JSON.parse(sent));
  } catch {
    return {};
  }
}

function refuseCaller({ variation }: Service, takes: Route['takes'], authorization = ''): Answer | undefined {
  if (takes === 'form') return undefined;
  const kind = Object.entries(credentials).find(([, token]) => authorization === `Bearer ${token}`)?.[0];
  if (takes === 'clientAdminToken' && kind === 'organizationToken') return { status: 403 };
  const taken: readonly string[] = takes === 'identity' ? variation.identityTokens : [takes];
  const isTaken = taken.includes(kind ?? '') || variation.demands === 'least';
  return isTaken ? undefined : { status: variation.unknownCallerStatus };
}

/** A refusal whose status and body are not shown. */
function refuse({ variation }: Service): Answer {
  const { refusalStatus: status, bodies } = variation;
  if (bodies === 'none') return { status };
  return bodies === 'text' ? { status, text: 'No.' } : { status, body: { problems: [{ reason: 'not like this' }] } };
}

/** A success whose body is shown, but not its status. */
const succeed = ({ variation }: Service, body: unknown): Answer => ({ status: variation.successStatus, body });

/** A success whose status and body are not shown. */
function accept({ variation }: Service): Answer {
  const { successStatus: status, bodies } = variation;
  if (bodies === 'none') return { status: 204 };
  return bodies === 'text' ? { status, text: 'done' } : { status, body: ['done'] };
}

/** Writes JSON with the notation, the order and the extra fields of a variation. */
function writeJson(value: unknown, variation: Variation): string {
  if (typeof value === 'number') return variation.writeNumber(value);
  if (Array.isArray(value)) return `[${variation.arrange(value).map((item) => writeJson(item, variation))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries({ ...value, ...variation.extraFields }).map(
    ([key, member]) => `${JSON.stringify(key)}: ${writeJson(member, variation)}`,
  );
  return `{ ${variation.arrange(members).join(',\n')} }`;
}

/** A phone number in E.164 form. */
const isPhone = (value: unknown): value is string => typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value);

function registerCustomer({ service, body: { phoneNumber } }: Call): Answer {
  const { demands, phonePrefix, keepsUserId } = service.variation;
  const isTaken = demands === 'least' ? typeof phoneNumber === 'string' : isPhone(phoneNumber);
  if (!isTaken || !phoneNumber.startsWith(phonePrefix)) return refuse(service);
  const known = service.people.get(phoneNumber);
  const id = known && keepsUserId ? known.id : service.nextNumber();
  service.people.set(phoneNumber, { hasAccount: false, hasAddress: false, ...known, id });
  return succeed(service, { userIdentification: service.nextNumber(), serviceUserId: id });
}

const findPerson = ({ service, path }: Call): Person | undefined =>
  [...service.people.values()].find(({ id }) => String(id) === path[0]);

function addBankAccount(call: Call): Answer {
  const { service, body } = call;
  const { iban, nationalId } = body;
  const { variation, accounts } = service;
  const person = findPerson(call);
  if (!person || typeof iban !== 'string' || !/^SA\d{22}$/.test(iban)) return refuse(service);
  if (!isNationalId(service, String(nationalId))) return refuse(service);
  const hasCheckDigits = BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n === 1n;
  const isNew = !accounts.has(iban) && !accounts.has(nationalId);
  if (variation.demands === 'most' && !(hasCheckDigits && isNew)) return refuse(service);
  accounts.add(iban).add(nationalId);
  person.hasAccount = true;
  return accept(service);
}

/** Ten digits. A strict service also wants a valid check digit (Luhn). */
function isNationalId({ variation }: Service, nationalId: string): boolean {
  const sum = [...nationalId].map(Number).reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit : digit * 2;
    return total + Math.floor(counted / 10) + (counted % 10);
  }, 0);
  return /^\d{10}$/.test(nationalId) && (variation.demands !== 'most' || sum % 10 === 0);
}

function addAddress(call: Call): Answer {
  const person = findPerson(call);
  const { addressLabel, countryCode } = call.body;
  if (!person || !addressLabel || !countryCode) return refuse(call.service);
  person.hasAddress = true;
  return accept(call.service);
}

function createContract({ service, body }: Call): Answer {
  const fixed = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true };
  const isParent = Object.entries({ ...fixed, serviceTermsAccepted: true }).every(
    ([name, value]) => body[name] === value,
  );
  if (!isParent && service.variation.demands !== 'least') return refuse(service);
  const id = service.nextId();
  service.contracts.add(id);
  return succeed(service, { data: { status: 'CREATED', id, senderRole: 'BROKER', type: 'COMPLEX_CONTRACT' } });
}

const feeShare = 0.0125;

function addMilestones({ service, path: [contractId = ''], body }: Call): Answer {
  const { contracts, milestones } = service;
  if (!contracts.has(contractId) || !Array.isArray(body.milestones)) return refuse(service);
  const wanted: Call['body'][] = body.milestones;
  if (!wanted.every((milestone) => isMilestone(service, Object(milestone)))) return refuse(service);
  const added = wanted.map(({ itemPrice: sent }) => {
    const [id, itemPrice] = [service.nextId(), Number(sent)];
    const shortId = `S${milestones.size + 1}-${service.nextNumber()}`;
    milestones.set(id, { contractId, shortId, hasParties: false });
    const fee = Math.round(itemPrice * feeShare * 100) / 100;
    return { status: 'CREATED', feePercentage: feeShare, fee, itemPrice, id };
  });
  return succeed(service, { data: { milestones: added, parentContractId: contractId } });
}

const yearInMs = 365 * 86_400_000;

function isMilestone({ variation: { demands } }: Service, milestone: Call['body']): boolean {
  const isForbidden = (name: string) => Object.hasOwn(milestone, name);
  if (['paymentMethods', 'isDeliverable', 'isInspectable'].some(isForbidden)) return false;
  if (demands === 'least') return true;
  const { itemPrice, deadLine, type, senderRole } = milestone;
  const ahead = Date.parse(deadLine) - Date.now();
  if (demands === 'most' && !(Number.isInteger(itemPrice) && ahead > 0 && ahead <= yearInMs)) return false;
  const isOfForm = typeof itemPrice === 'number' && itemPrice >= 10 && /T.*Z$/.test(deadLine);
  return isOfForm && type === 'MILESTONE_CONTRACT' && senderRole === 'BROKER';
}

function addParties({ service, path: [contractId], body }: Call): Answer {
  const lists = Object.entries(Object(body.mileStonesParties)).map(([id, parties]) => ({
    milestone: service.milestones.get(id),
    parties,
  }));
  const areTaken = lists.every(
    ({ milestone, parties }) =>
      milestone?.contractId === contractId && Array.isArray(parties) && areParties(service, parties),
  );
  if (!areTaken) return refuse(service);
  for (const { milestone } of lists) if (milestone) milestone.hasParties = true;
  return accept(service);
}

/** A lenient service takes other flags and unequal sums, which nothing states to be refused. */
function areParties({ people, variation: { demands } }: Service, parties: Call['body'][]): boolean {
  const isRefused = ({ role, ...party }: Call['body']) => role === 'PROVIDER' && Object.hasOwn(party, 'isSender');
  if (parties.some((party) => !people.has(party.phoneNumber) || isRefused(party))) return false;
  if (demands === 'least') return true;
  const hasFlags = ({ role, arbitrator, isSender }: Call['body']) =>
    role === 'BROKER' ? arbitrator && isSender : role === 'CUSTOMER' ? isSender && !arbitrator : role === 'PROVIDER';
  const total = (...roles: string[]) =>
    parties.filter(({ role }) => roles.includes(role)).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const areEqual = parties.every(hasFlags) && total('CUSTOMER') === total('BROKER', 'PROVIDER');
  if (demands === 'some' || !areEqual) return areEqual;
  const isReady = (person: Person | undefined) => person?.hasAccount && person.hasAddress;
  return (
    parties.some(({ role }) => role === 'BROKER') &&
    parties.every(({ amount, phoneNumber }) => Number.isInteger(amount) && isReady(people.get(phoneNumber)))
  );
}

function startPayment({ service, path: [milestoneId = '', clientId], query }: Call): Answer {
  const { variation, milestones } = service;
  if (!variation.ids.form.test(milestoneId)) return refuse(service);
  const milestone = milestones.get(milestoneId);
  if (!milestone) return { status: 500 };
  const isComplete = query.has('redirectUrl') || variation.demands === 'least';
  const isReady = milestone.hasParties && !variation.hasInvitations;
  if (clientId !== credentials.clientId || !isReady || !isComplete) return refuse(service);
  const client = `client_id=${encodeURIComponent(credentials.clientId)}`;
  const methods = 'payment_methods=MANUAL_BANK_TRANSFER';
  return succeed(service, { data: variation.writeCheckoutUrl(milestone.shortId, client, methods) });
}

function requestTicket({ service, body }: Call): Answer {
  const { client_id, client_secret, grant_type, login_hint, scope } = body;
  if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret)
    return { status: service.variation.unknownCallerStatus };
  if (!service.people.has(login_hint)) return { status: 400, body: { error: 'invalid_grant' } };
  const isKnown = [...service.milestones.values()].some(({ shortId }) => scope === `payment:${shortId}`);
  const grantType = 'urn:service:params:oauth:grant-type:customer-token-exchange';
  if (grant_type !== grantType || !isKnown) return refuse(service);
  // Consent is pending: this service has no way to grant it.
  return { status: 200, body: { expiresIn: 60, ticket: service.nextId() } };
}

function signUp({ service, body }: Call): Answer {
  if (!isPhone(body.phoneNumber)) return refuse(service);
  const number = service.nextNumber();
  return succeed(service, { data: { clientUserToken: `cut_${number}`, preExistingUser: false, id: number } });
}

const timeOf = ({ variation }: Service): string => variation.writeTime(new Date().toISOString());

const envelope = (service: Service, data: object): Answer => ({
  status: 200,
  body: { meta: { timestamp: timeOf(service), request_id: randomUUID() }, data, success: true },
});

const refuseField = (field: string, value: unknown = null): Answer => ({
  status: 400,
  body: {
    error: { details: { value, field: `/${field}` }, message: `See ${field}.`, code: 'VALIDATION_ERROR' },
    success: false,
  },
});

function linkUser({ service, body }: Call): Answer {
  const { email, phone, name, metadata = {} } = body;
  if (typeof email !== 'string') return refuseField('email', email);
  if (typeof name !== 'string') return refuseField('name', name);
  if (!isPhone(phone)) return refuseField('phone', phone);
  const isTaken = [...service.users.values()].some((user) => user.email === email);
  if (isTaken && service.variation.demands === 'most') return refuseField('email', email);
  const [user_id, created_at] = [`usr_${service.nextId()}`, timeOf(service)];
  const user = { user_id, email, phone, name, metadata, created_at, updated_at: created_at };
  service.users.set(user_id, user);
  const linked = { created_at, status: 'linked', verification_required: true, waffy_token: `tok_${randomUUID()}` };
  return envelope(service, { ...linked, user_id, metadata });
}

function refuseUser({ variation }: Service, userId: string): Answer {
  if (!userId.startsWith('usr_') || !variation.ids.form.test(userId.slice(4))) return refuseField('userId', userId);
  return { status: 404, body: { success: false, error: { message: 'Nobody.', code: 'USER_NOT_FOUND' } } };
}

function getUser({ service, path: [userId = ''] }: Call): Answer {
  const user = service.users.get(userId);
  if (!user) return refuseUser(service, userId);
  const verification_status = { email_verified: false, phone_verified: true, kyc_status: 'waiting' };
  return envelope(service, { ...user, status: 'linked', verification_status });
}

function updateUser({ service, path: [userId = ''], body }: Call): Answer {
  const user = service.users.get(userId);
  if (!user) return refuseUser(service, userId);
  if (body.phone !== undefined && !isPhone(body.phone)) return refuseField('phone', body.phone);
  Object.assign(user, body, { user_id: user.user_id, updated_at: timeOf(service) });
  return accept(service);
}
