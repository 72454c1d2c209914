import type { AnswerBody, OperationId } from '../document/operation-types.ts';
import type { Deployment, SecretField } from '../document/registered.ts';
import { Secret } from '../document/secret.ts';
import { type ApiErrorCode, consequenceOf, EscrowError } from '../errors.ts';
import type { RuleId } from '../generated/service.ts';
import { deepestJson, isObject, isRecord, isText, isTooDeep } from '../json.ts';
import { type AnswerType, internationalPhone } from '../rules.ts';
import { type FinalAnswer, type PreparedCall, retryAfterInMs, unusableAnswer } from './attempts.ts';
import { type RefusalReason, reasonOf } from './refusal-reason.ts';

/** A call and its answer, which has been read to its end. */
export interface Exchange extends Pick<PreparedCall, 'call' | 'operation' | 'parts' | 'address'>, FinalAnswer {
  deployment: Deployment;
  /** The body of a refusal: see {@link readRefusal}. */
  refusal: unknown;
}

/**
 * Reads the body of a success. If the document shows a body, it must be JSON and have the needed fields in the documented types.
 * Otherwise it must be JSON or empty: anything else, such as a proxy's sign-in page, does not come from the service.
 * @throws EscrowError `decode` if the body cannot be used.
 */
export function readSuccess(exchange: Exchange, requiredPaths: readonly string[] = []): unknown {
  const { text, operation } = exchange;
  const body = parseJson(text);
  if (body === undefined) {
    if (!operation.answer && text.trim() === '') return undefined;
    const strange = `is a page, not JSON: ${addressOf(exchange)} may not be the service`;
    const nothing = text.trim() === '' ? `has no ${requiredPaths.join(', ') || 'JSON'}` : 'is not JSON';
    refuse(exchange, isPage(text) ? strange : nothing);
  }
  if (isTooDeep(body)) refuse(exchange, tooDeep);
  const missing = requiredPaths.filter((path) => isMissing(valueAt(body, path)));
  if (missing.length > 0) refuse(exchange, `has no ${missing.join(', ')}`);
  const inexact = requiredPaths.filter((path) => isInexact(valueAt(body, path)));
  if (inexact.length > 0) refuse(exchange, `has no ${inexact.join(', ')} that JavaScript can represent exactly`);
  const mistyped = requiredPaths.flatMap((path) => {
    const type = operation.answer?.[path];
    return type && !typeTests[type](valueAt(body, path)) ? [`${path} that is not of type ${type}`] : [];
  });
  if (mistyped.length > 0) refuse(exchange, `has a ${mistyped.join(', and a ')}`);
  return body;
}

const tooDeep = `is nested deeper than ${deepestJson} levels`;

function refuse(exchange: Exchange, fault: string): never {
  throw unusableAnswer(exchange, { status: exchange.response.status, fault });
}

/** Whether a text is HTML or XML, which the service never answers with. */
const isPage = (text: unknown): boolean => isText(text) && /^\s*</.test(text);

/** The address of the host, and the options that may have set it. */
const addressOf = ({ call, address }: Exchange): string => `${address} (hosts.${call.host} or baseUrl)`;

const isOneOf = (fields: readonly string[], name: string): name is SecretField => fields.includes(name);

/**
 * Wraps each field of a parsed body that holds a token or a password in a {@link Secret}, whichever answer it is in. A value that is
 * not text, which the document does not show, is wrapped as JSON.
 */
export function sealSecrets(body: unknown, secretFields: readonly SecretField[]): unknown {
  if (!isObject(body)) return body;
  for (const [name, value] of Object.entries(body)) {
    if (isOneOf(secretFields, name) && value !== null && value !== '') {
      body[name] = new Secret(isText(value) ? value : JSON.stringify(value), name);
    } else sealSecrets(value, secretFields);
  }
  return body;
}

/** The value at a path such as `data.id`; undefined if there is none. */
function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}

/** Whole numbers from 2^53 on are inexact: such an ID can belong to another user. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

const typeTests: Readonly<Record<AnswerType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
};

/** Whether a value is of a type, and exact. */
export const isOfType = (value: unknown, type: AnswerType): boolean => typeTests[type](value) && !isInexact(value);

/** The value of a JSON text; undefined for any other text. Drops the parser's error, because it quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of a refusal: parsed, or its text if it is not JSON, or undefined if there is none.
 * @throws EscrowError `decode` if it is nested too deep.
 */
export function readRefusal(prepared: PreparedCall, { text, response }: FinalAnswer): unknown {
  if (text === '') return undefined;
  const body = parseJson(text);
  if (isTooDeep(body)) throw unusableAnswer(prepared, { status: response.status, fault: tooDeep });
  return body === undefined ? text : body;
}

/**
 * The service answered, but not with a success: any status, with or without a body (ERR-1). Body and headers may repeat what
 * was sent, so they are neither printed nor part of the JSON. The message has the status, the service's code, the rule and the field,
 * and the service's own message if none of its words can be a name.
 */
export class ApiError<Id extends OperationId = OperationId, Status extends number = number> extends EscrowError {
  /** The name of the class. */
  override name = 'ApiError';
  /** The operation that was called. */
  declare readonly operationId: Id;
  /** The HTTP status of the answer. */
  declare readonly status: Status;
  /** The ID of the request for the service's support, if the service sent one. */
  declare readonly requestId: string | undefined;
  /** The rule that was broken, such as `PARTY-3`, if the answer names one, as the sandbox's answers do. */
  declare readonly rule: RuleId | undefined;
  /** The field of the request that was refused, such as `milestones[0].itemPrice`, if the answer names it. */
  declare readonly field: string | undefined;
  /** The delay that the service asks for (`Retry-After`), in ms; undefined without one. */
  declare readonly retryAfterInMs: number | undefined;
  /** The parsed body, or the raw text if it is not JSON. It can contain personal data. Typed once the status is known. */
  declare readonly body: number extends Status ? unknown : AnswerBody<Id, Status>;
  /** The headers of the answer, including those of the rate limit, whose names are not shown (UAPI-6). */
  declare readonly headers: Headers;

  constructor(exchange: Exchange) {
    const { response, call } = exchange;
    const { status, headers } = response;
    const reason = reasonOf(exchange);
    const meaning = meaningOf(exchange, reason);
    super(meaning.code, messageOf(exchange, meaning, reason), call);
    const body = sealSecrets(exchange.refusal, exchange.deployment.secretFields);
    const requestId = valueAt(body, 'meta.request_id');
    Object.assign(this, {
      status,
      requestId: isText(requestId) ? requestId : undefined,
      rule: reason.rule,
      field: reason.field,
      retryAfterInMs: retryAfterInMs(headers),
    });
    // Getters that are not enumerable: neither logs nor JSON read them.
    Object.defineProperties(this, { body: { get: () => body }, headers: { get: () => headers } });
  }
}

/** The whole message: the refusal, the service's reason, its meaning and the remedy. */
function messageOf(exchange: Exchange, { code, text }: Meaning, reason: RefusalReason): string {
  const { call, operation } = exchange;
  const { status } = exchange.response;
  const what = status < 400 ? 'was answered' : status < 500 && status !== 408 ? 'was refused' : 'failed';
  const attempts = call.attempts > 1 ? ` after ${call.attempts} attempts` : '';
  const shown = explainedCodes.includes(code) ? { ...reason, message: undefined, ruleText: undefined } : reason;
  const why = describeReason(shown);
  const sentences = [
    `${what} with ${status}${attempts}${why ? `: ${why}` : ''}.`,
    reason.others > 0 ? `And ${reason.others} more in error.body.violations.` : '',
    text === seeBody && shown.message ? '' : text,
    isPage(exchange.refusal) && !codesOfAddresses.includes(code)
      ? `The answer is a page, not JSON. It may come from a proxy before ${addressOf(exchange)}.`
      : '',
    call.outcome === 'unknown' ? consequenceOf(call, operation) : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

function describeReason({ code, rule, field, message, ruleText }: Omit<RefusalReason, 'others'>): string {
  const place = field && !message?.includes(field) ? `(${field})` : undefined;
  const subject = [rule ?? code, place].filter(Boolean).join(' ');
  return [subject, message ?? ruleText].filter(Boolean).join(': ');
}

/** The codes whose meaning names the address to check. */
const codesOfAddresses: readonly ApiErrorCode[] = ['address_probably_wrong', 'redirected'];

/** The codes whose meaning says it all: neither the words of a rule nor the service's own would add to it. */
const explainedCodes: readonly ApiErrorCode[] = [
  'consent_rejected',
  'buyer_not_linked',
  'user_not_found',
  'address_probably_wrong',
];

/** The meaning of a refusal or failure, by the service's description, and the remedy. */
interface Meaning {
  code: ApiErrorCode;
  text: string;
}

/** The meaning of an answer of 400 or 404, by the service's own code. */
const meanings = new Map<unknown, Meaning>(
  Object.entries<Meaning>({
    consent_rejected: {
      code: 'consent_rejected',
      text: 'The buyer declined the organization (TICKET-3). Get consent again by a new link, OTP or checkout login, then retry.',
    },
    invalid_grant: {
      code: 'buyer_not_linked',
      text: 'The buyer is not linked to the client (TICKET-4). Register the buyer with customers.register, then retry.',
    },
    VALIDATION_ERROR: {
      code: 'users_validation',
      text: 'The Users API refused a field (UAPI-4). Correct the field in error.body.error.details.',
    },
    USER_NOT_FOUND: {
      code: 'user_not_found',
      text: 'The Users API does not know the user (UAPI-5). Check the ID.',
    },
  }),
);

const seeBody = "See the service's answer in error.body.";

/** Finds the meaning of an answer that is not a success. */
function meaningOf(exchange: Exchange, reason: RefusalReason): Meaning {
  const { response, refusal, operation } = exchange;
  const { status } = response;
  if (status < 400) {
    const text = `A redirect${targetOf(exchange)} is not followed: check the address ${addressOf(exchange)}.`;
    return { code: 'redirected', text };
  }
  if (status === 401) return { code: 'unauthorized', text: `The service does not accept ${credentialsOf(exchange)}.` };
  if (status === 403) return { code: 'forbidden', text: describe403(exchange, reason) };
  if (status === 429) {
    return {
      code: 'rate_limited',
      text: "Send fewer requests. The service's limits are in error.headers.",
    };
  }
  if (operation.meaningfulFailures?.includes(status) && !refusal) {
    return {
      code: 'milestone_probably_unknown',
      text: 'This is the answer for a milestone that does not exist (PAY-4): check the milestone ID. It can also be an outage.',
    };
  }
  const known = status === 400 || status === 404 ? meanings.get(codeOf(refusal)) : undefined;
  if (known?.code === 'buyer_not_linked' && hasLocalPhone(exchange)) return { code: known.code, text: localPhoneText };
  return known ?? wrongAddress(exchange, reason) ?? { code: 'api', text: seeBody };
}

/** The origin that a redirect leads to, if it is another. The rest of the address may hold a secret. */
function targetOf({ response, address }: Exchange): string {
  const location = response.headers.get('location') ?? '';
  if (!URL.canParse(location, address)) return '';
  const { origin } = new URL(location, address);
  return origin === 'null' || origin === new URL(address).origin ? '' : ` to ${origin}`;
}

/**
 * The meaning of an answer that is probably not the service's: a page, or a 404 that cannot be about an ID, because the path has none.
 * A 404 that names a rule is the service's own, except ERR-1d: nothing is at that path.
 */
function wrongAddress(exchange: Exchange, { rule }: RefusalReason): Meaning | undefined {
  const { response, refusal, operation } = exchange;
  const { status } = response;
  const code = 'address_probably_wrong';
  const isUnserved = rule ? rule === 'ERR-1d' : isPage(refusal) || !operation.template.includes('{');
  if (status === 404 && isUnserved) {
    return { code, text: `Nothing is served at this path of ${addressOf(exchange)}: check that address.` };
  }
  if (!isPage(refusal) || status >= 500 || status === 408) return undefined;
  return { code, text: `The service never answers with a page: check the address ${addressOf(exchange)}.` };
}

const localPhoneText =
  "The buyer's phone number is in local form, so no linked buyer has it (TICKET-4). Send it as registered, with plus sign and country code.";

const hasLocalPhone = ({ parts }: Exchange): boolean =>
  isRecord(parts.body) && !internationalPhone.passes(parts.body['login_hint']);

function codeOf(body: unknown): unknown {
  const error = isRecord(body) ? body['error'] : undefined;
  return isRecord(error) ? error['code'] : error;
}

const credentialsOf = ({ operation: { tokens } }: Exchange): string =>
  tokens.length === 0
    ? 'this clientId and clientSecret: check both'
    : `${tokens.map((kind) => `tokens.${kind}`).join(' or ')}: check or renew it`;

/** Only one reason for a 403 is shown: the organization token on the calls of contracts. */
function describe403({ operation: { tokens }, call }: Exchange, { rule }: RefusalReason): string {
  if (tokens.length !== 1 || tokens[0] !== 'clientAdmin') {
    const credentials = tokens.map((kind) => `tokens.${kind}`).join(' or ') || 'clientId and clientSecret';
    return `${rule ? 'Check' : 'The meaning of this 403 is not shown: check'} ${credentials} and hosts.${call.host}.`;
  }
  const known =
    'The service refuses an organization token this way (AUTH-4): check that tokens.clientAdmin is a client admin token';
  return call.operationId === 'startPayment'
    ? `${known}, and that it was issued for clientId (AUTH-5).`
    : `${known}. Other reasons are not shown.`;
}
