import { configurationError, WebhookError } from '../errors.ts';
import {
  type ContractEvent,
  hashable,
  type KnownStatus,
  nameOf,
  type RawBody,
  readEvent,
  type StatusNames,
} from '../event.ts';
import { type BodyField, serviceSignature } from '../generated/contract-event.ts';

// Verifies and signs, but for the HMACs: `platforms` computes those, by node:crypto or by Web Crypto.

/** The webhook secret, or several during a change. */
export type Secrets = string | readonly string[];

/** The value of the header from a server: absent, one text, or one text for each line of the request. */
export type SignatureHeader = string | readonly string[] | null | undefined;

/** How a deployment differs from the service's description. */
export interface DeploymentOptions {
  /** How its events are signed. Default: as the service signs (HOOK-2). */
  signature?: SignatureForm | undefined;
  /** Its names of statuses, each with the service's. Default: the service's names. */
  statuses?: StatusNames | undefined;
}

/** How requests are signed: a header with the HMAC-SHA256 of the raw body, keyed with the webhook secret. */
export interface SignatureForm {
  /** The name of the header, in any case. */
  header: string;
  /** The text before the signature; may be empty. */
  prefix: string;
  /** How its 32 bytes are written. Hex is accepted in either case. */
  encoding: 'hex' | 'base64';
}

/** Every text that is written for 32 bytes. Decoders accept others for the same bytes. */
const encodings = {
  hex: { length: 64, pattern: /^[\da-f]{64}$/, characters: 'hex digits' },
  base64: { length: 44, pattern: /^[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=$/, characters: 'characters of base64' },
};

/** The form of an option; the service's by default (HOOK-2). Throws if it cannot work. */
export function readForm(signature: SignatureForm | undefined): SignatureForm {
  if (signature === undefined) return serviceSignature;
  const { header = '', prefix, encoding = '' } = (signature ?? {}) as Partial<SignatureForm>;
  const isName = /^[\w.-]+$/.test(header);
  // HTTP takes white space at the ends of a value away.
  const isPrefix = typeof prefix === 'string' && prefix === prefix.trimStart();
  if (isName && isPrefix && Object.hasOwn(encodings, encoding)) return signature;
  throw configurationError('signature: set a header, a prefix, and the encoding hex or base64.');
}

/** Throws if a secret is missing, empty or has white space around it. The message names `option`. */
export function secretList(secrets: Secrets, option: 'secret' | 'secrets' = 'secrets'): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  let fault = list.length === 0 ? 'the list is empty' : undefined;
  for (const secret of list) fault ??= secretFault(secret);
  if (fault !== undefined) throw configurationError(`${option}: ${fault}. Set it to the webhook secret.`);
  return list as readonly string[];
}

function secretFault(secret: unknown): string | undefined {
  if (secret === undefined || secret === null) return 'the secret is missing';
  if (typeof secret !== 'string') return 'the secret is not text';
  if (secret === '') return 'the secret is empty';
  return secret === secret.trim() ? undefined : 'the secret has white space around it';
}

/** A body to compute HMACs of, and the signature that one of them should be. */
export interface SignedBody extends Pick<SignatureForm, 'encoding'> {
  ok: true;
  content: string | Uint8Array<ArrayBuffer>;
  /** The value of the header without the prefix; hex in lower case. */
  signature: string;
}

/** What a request has to be verified, or why it is refused before any HMAC is computed. */
export function readSignedBody(
  rawBody: RawBody,
  header: SignatureHeader,
  { prefix, encoding }: SignatureForm,
): SignedBody | Refusal {
  const content = hashable(rawBody);
  if (content === undefined) return refuse('body_not_raw');
  const value = header?.length === 1 ? header[0] : header;
  if (!value?.length) return refuse('signature_missing');
  if (typeof value !== 'string') return refuse('signature_repeated');
  const text = value.slice(prefix.length);
  if (!value.startsWith(prefix) || text.length !== encodings[encoding].length) return refuse(faultOf(text));
  return { ok: true, content, encoding, signature: encoding === 'hex' ? text.toLowerCase() : text };
}

/** What is wrong with a text that is no signature. Servers join the lines of a repeated header with a comma. */
const faultOf = (text: string): RefusalReason => (text.includes(',') ? 'signature_repeated' : 'signature_malformed');

/** A body that one of the secrets signed. */
export interface SignatureMatch {
  ok: true;
  /** The index of the secret that signed it; 0 for a single one. */
  secretIndex: number;
}

/**
 * Which secret signed a body.
 * @param hmacs The HMAC of the body by each secret, in the encoding of the signature.
 */
export function findMatch({ signature, encoding }: SignedBody, hmacs: readonly string[]): SignatureMatch | Refusal {
  const secretIndex = hmacs.findIndex((hmac) => isEqual(hmac, signature));
  if (secretIndex >= 0) return { ok: true, secretIndex };
  // Only now, because it takes a tenth of the time of an HMAC.
  const isWellFormed = encodings[encoding].pattern.test(signature);
  return refuse(isWellFormed ? 'signature_mismatch' : faultOf(signature));
}

/** Compares in constant time: how long it takes does not depend on where the texts differ. */
function isEqual(hmac: string, signature: string): boolean {
  let difference = hmac.length ^ signature.length;
  for (let index = 0; index < hmac.length; index++) difference |= hmac.charCodeAt(index) ^ signature.charCodeAt(index);
  return difference === 0;
}

/** A signed body that holds an event. */
export interface VerifiedEvent extends SignatureMatch {
  event: ContractEvent;
}

/** The event of a body that was checked, or why it is refused. */
export function toVerifiedEvent(
  rawBody: RawBody,
  match: SignatureMatch | Refusal,
  statuses: StatusNames | undefined,
): VerifiedEvent | Refusal {
  if (!match.ok) return match;
  const { event, reason } = readEvent(rawBody, statuses);
  return event ? { ok: true, event, secretIndex: match.secretIndex } : refuse(reason);
}

/** @throws WebhookVerificationError if the request is refused. */
export function eventOrThrow(result: VerifiedEvent | Refusal, { signature }: DeploymentOptions): ContractEvent {
  if (!result.ok) throw new WebhookVerificationError(result.reason, signature);
  return result.event;
}

/**
 * Why a request was refused; `refusalMessages` has the messages. The last two are about signed bodies from the service: a retry
 * changes nothing.
 */
export type RefusalReason =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_not_utf8'
  | 'event_invalid';

/** The result of checking a request that is refused. */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
}

export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });

function messagesOf({ header, prefix, encoding }: SignatureForm): Readonly<Record<RefusalReason, string>> {
  const { length, characters } = encodings[encoding];
  return {
    body_not_raw:
      'The body is missing or was parsed. Pass the raw body, bytes or text, from before any JSON parser. In Express, mount the receiver before express.json(). In NestJS, set rawBody: true.',
    signature_missing: `The header ${header} is missing.`,
    signature_repeated: `The header ${header} is repeated.`,
    signature_malformed: `The header ${header} must be ${prefix && `${prefix} and `}${length} ${characters}.`,
    signature_mismatch:
      'No secret matches. Check the webhook secret, and pass the raw body as bytes: text parsers drop a byte order mark.',
    body_not_utf8: 'The body is not UTF-8.',
    event_invalid: 'The body has no status, or is PAID without contractId or referenceId.',
  };
}

/** What happened and what to do, for each reason. The messages contain no data of the request. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = /* @__PURE__ */ messagesOf(serviceSignature);

/** A request was refused because of its signature, or because its body holds no event. */
export class WebhookVerificationError extends WebhookError {
  override name = 'WebhookVerificationError';
  /** Why, as a stable code. */
  readonly reason: RefusalReason;

  /** @param signature How the request should be signed. Default: as the service signs. */
  constructor(reason: RefusalReason, signature: SignatureForm = serviceSignature) {
    super('verification', messagesOf(signature)[reason]);
    this.reason = reason;
  }
}

/** The event to send. Other fields are added to the body unchanged. */
export interface EventToSend {
  status: KnownStatus | (string & {});
  /** Sent as `contractId` (HOOK-1). */
  milestoneId?: string;
  referenceId?: string;
  [field: string]: unknown;
}

/** What to send: an event in our field names, or the exact body. */
type RequestContent = { event: EventToSend; body?: never } | { body: string; event?: never };

/** What to send, how, and signed with which secret. The status of an event is sent by the deployment's name. */
export type SignedRequestOptions = RequestContent &
  (
    | (DeploymentOptions & { secret: string })
    | (Omit<DeploymentOptions, 'signature'> & { signature: null; secret?: undefined })
  );

/** A request for `fetch`, `new Request(url, …)`, Hono's `app.request` or Fastify's `inject`. */
export interface SignedRequest {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/** Throws if there is nothing to send. */
export function bodyOf(options: (RequestContent & Pick<DeploymentOptions, 'statuses'>) | undefined): string {
  const { event, body, statuses } = options ?? {};
  if (body !== undefined) return body;
  if (!event) throw configurationError('signedRequest: pass an event or a body.');
  const { milestoneId: contractId, ...fields } = event;
  const sent = { contractId, ...fields, status: nameOf(event.status, statuses) };
  return JSON.stringify(sent satisfies Partial<Record<BodyField, unknown>>);
}

/** Throws if the secret or the body cannot be used. */
export function toSignable(rawBody: RawBody, secret: string): SignedBody['content'] {
  secretList([secret], 'secret');
  const content = hashable(rawBody);
  if (content !== undefined) return content;
  throw configurationError('sign: the body is neither bytes nor well-formed text. Pass it serialized.');
}

/** The request that is sent for a body, with this signature if it is signed. */
export const requestOf = (
  body: string,
  signature?: string,
  { header }: SignatureForm = serviceSignature,
): SignedRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(signature && { [header.toLowerCase()]: signature }) },
  body,
});
