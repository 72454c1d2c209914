import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  configurationError,
  type Refusal,
  type RefusalReason,
  refuse,
  WebhookVerificationError,
} from '../errors/webhook-error.ts';
import type { StatusNames } from '../event/event.ts';
import { hashable, type RawBody } from '../event/raw-body.ts';
import type { EventSource } from '../receiver/event-source.ts';
import { headerValues, type WebhookRequest } from '../receiver/webhook-request.ts';
import {
  bodyOf,
  type RequestContent,
  requestOf,
  type SignedRequest,
  type SignedRequestOptions,
  toSignable,
} from '../signature/signed-request.ts';
import { createIsAllowed } from './allowed-addresses.ts';

/** How requests are signed: an HMAC of the raw body, keyed with the webhook secret, in a header. */
export interface SignatureForm {
  /** The name of the header, in any case. */
  header: string;
  /** The hash of the HMAC. */
  algorithm: 'sha256' | 'sha512';
  /** How its bytes are written. Hex is accepted in either case. */
  encoding: 'hex' | 'base64';
  /** The text before them; may be empty. */
  prefix: string;
}

/** How a deployment sends events. `npx @escrow-kit/client generate` writes it as `webhookDeployment`. */
export interface WebhookDeployment {
  /** How events are signed. `null`: they are not; then `allowedAddresses` is needed, and alone protects the endpoint. */
  signature: SignatureForm | null;
  /** The IP addresses and CIDR blocks that events come from, such as `192.0.2.0/24`. Default: any, if events are signed. */
  allowedAddresses?: readonly string[];
  /** The deployment's names of statuses, each with the status whose handler gets its events. Default: the service's names. */
  statuses?: StatusNames;
}

/** Options of a source. */
export interface EventSourceOptions {
  /**
   * The header in which your own proxy passes on the address of the sender, such as `x-forwarded-for`: its last entry counts. Set it
   * only if every request comes through the proxy, because anybody else can send the header. Default: the address of the connection.
   */
  addressHeader?: string;
}

/** The option `source` of a receiver, and what makes requests for its tests. */
export interface DeploymentSource<Signature extends SignatureForm | null> extends EventSource {
  isSigned: Signature extends null ? false : true;
  /**
   * Creates the request that the deployment sends for an event, for tests. A status that the deployment names otherwise is written as
   * it names it: PAID as FUNDED. The secret is needed if events are signed.
   * @throws WebhookError with the code `configuration` if no usable event, body or secret is given.
   * @example await fetch(url, source.createRequest({ event: { status: 'PAID', milestoneId, referenceId }, secret }))
   */
  createRequest(options: Signature extends null ? RequestContent : SignedRequestOptions): SignedRequest;
}

/**
 * Creates the option `source` of a receiver for a deployment whose events are unsigned, signed in another way, sent from known
 * addresses, or named otherwise. For Node.
 * @throws WebhookError with the code `configuration` if it would accept events from anybody, or an option cannot work.
 * @example createWebhookReceiver({ source: createEventSource(webhookDeployment), inbox, handlers })
 */
export function createEventSource<const Deployment extends WebhookDeployment>(
  deployment: Deployment,
  { addressHeader }: EventSourceOptions = {},
): DeploymentSource<Deployment['signature']> {
  const { signature, allowedAddresses, statuses }: WebhookDeployment = deployment;
  refuseUnsafe(deployment);
  const isAllowed = allowedAddresses && createIsAllowed(allowedAddresses);
  const isSigned = signature !== null;
  const source: DeploymentSource<SignatureForm | null> = {
    isSigned,
    statusNames: statuses,
    isAllowed: (request) => !isAllowed || isAllowed(addressOf(request, addressHeader) ?? ''),
    verify: (rawBody, request, secrets) =>
      signature ? verify({ rawBody, request, secrets }, signature) : { ok: true, secretIndex: undefined },
    createRequest(options: RequestContent & { secret?: string }) {
      const { secret = '', ...content } = { ...options };
      const { event } = content;
      const body = bodyOf(event ? { event: { ...event, status: nameOf(event.status, statuses) } } : content);
      return signature ? requestOf(body, sign(body, secret, signature), signature.header) : requestOf(body);
    },
  };
  // The type of the signature decides.
  return source as DeploymentSource<Deployment['signature']>;
}

/** The deployment's name of a status. */
const nameOf = (status: string, names: StatusNames = {}): string =>
  Object.entries(names).find(([, known]) => known === status)?.[0] ?? status;

const sign = (body: string, secret: string, { algorithm, encoding, prefix }: SignatureForm): string =>
  prefix + createHmac(algorithm, secret).update(toSignable(body, secret)).digest(encoding);

function refuseUnsafe({ signature, allowedAddresses }: WebhookDeployment): void {
  if (signature === null && !allowedAddresses?.length) {
    const remedy = 'List the addresses that they come from in allowedAddresses.';
    throw configurationError(`deployment: its events are unsigned, and would be accepted from anybody. ${remedy}`);
  }
  if (signature === null || isForm(signature)) return;
  throw configurationError('deployment: its signature needs header, algorithm, encoding and prefix, or is null.');
}

const lengthInBytes: Readonly<Record<SignatureForm['algorithm'], number>> = { sha256: 32, sha512: 64 };

function isForm(form: Partial<SignatureForm> | undefined): boolean {
  const { header, algorithm = '', encoding, prefix } = form ?? {};
  const isEncoding = encoding === 'hex' || encoding === 'base64';
  return Boolean(header) && Object.hasOwn(lengthInBytes, algorithm) && isEncoding && typeof prefix === 'string';
}

function addressOf(request: WebhookRequest, addressHeader: string | undefined): string | undefined {
  if (addressHeader === undefined) return request.remoteAddress;
  return headerValues(request, addressHeader).join().split(',').at(-1)?.trim();
}

/** A request, and the secrets that may have signed it. */
interface SignedBody {
  rawBody: RawBody;
  request: WebhookRequest;
  secrets: readonly string[];
}

/** Compares signatures as bytes in constant time. */
function verify(
  { rawBody, request, secrets }: SignedBody,
  form: SignatureForm,
): { ok: true; secretIndex: number } | Refusal {
  const content = hashable(rawBody);
  if (content === undefined) return refuse('body_not_raw');
  const values = headerValues(request, form.header);
  const signature = values.length === 1 ? decode(values[0] ?? '', form) : undefined;
  if (!signature) throw refusalOf(values, form);
  const secretIndex = secrets.findIndex((secret) =>
    timingSafeEqual(createHmac(form.algorithm, secret).update(content).digest(), signature),
  );
  return secretIndex < 0 ? refuse('signature_mismatch') : { ok: true, secretIndex };
}

/** The bytes of a signature; undefined if it does not have this form. */
function decode(value: string, { prefix, algorithm, encoding }: SignatureForm): Buffer | undefined {
  const text = value.slice(prefix.length);
  const bytes = Buffer.from(text, encoding);
  const isWhole = bytes.length === lengthInBytes[algorithm] && bytes.toString(encoding) === normalized(text, encoding);
  return value.startsWith(prefix) && isWhole ? bytes : undefined;
}

const normalized = (text: string, encoding: SignatureForm['encoding']): string =>
  encoding === 'hex' ? text.toLowerCase() : text;

/** Names the header of this deployment. */
function refusalOf(values: readonly string[], { header, prefix, algorithm, encoding }: SignatureForm): Error {
  const given = values.join();
  const reason: RefusalReason =
    given === '' ? 'signature_missing' : given.includes(',') ? 'signature_repeated' : 'signature_malformed';
  const error = new WebhookVerificationError(reason);
  const form = `${prefix} and ${lengthInBytes[algorithm]} bytes in ${encoding}`;
  error.message = error.message
    .replace('Service-Signature', () => header)
    .replace('sha256= and 64 hex digits', () => form);
  return error;
}
