import { WebhookError } from '../errors/webhook-error.ts';
import { serviceSignature } from '../generated/contract-event.ts';
import type { SignatureForm } from './signature-form.ts';

/**
 * Why a request was refused; `refusalMessages` has the sentences. The last two are about signed bodies: they come from the
 * service, and sending them again changes nothing.
 */
export type RefusalReason =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_not_utf8'
  | 'event_invalid';

const messagesOf = ({ header, prefix, encoding }: SignatureForm): Readonly<Record<RefusalReason, string>> => ({
  body_not_raw: 'The body is not what was signed. Pass the raw body, bytes or text, as it was before any JSON parser.',
  signature_missing: `The header ${header} is missing.`,
  signature_repeated: `The header ${header} came more than once.`,
  signature_malformed: `The header ${header} is not ${prefix && `${prefix} and `}${encoding === 'hex' ? '64 hex digits' : '44 characters of base64'}.`,
  signature_mismatch: 'No secret matches. Check the webhook secret, and that the body is raw.',
  body_not_utf8: 'The body is not UTF-8.',
  event_invalid: 'The body has no status, or is PAID without contractId or referenceId.',
});

/**
 * What happened and what to do, for each reason, where events are signed as the service signs. The sentences contain nothing of
 * the request.
 */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = /* @__PURE__ */ messagesOf(serviceSignature);

/** The result of checking a request that is refused. */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
}

export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });

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
