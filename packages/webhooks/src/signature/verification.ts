import { configurationError, type Refusal, refuse, WebhookVerificationError } from '../errors/webhook-error.ts';
import { type ContractEvent, readEvent } from '../event/event.ts';
import type { RawBody } from '../event/raw-body.ts';
import type { SignatureHeader } from './signature-header.ts';

/** The webhook secret, or several while one replaces another. */
export type Secrets = string | readonly string[];

/** A body that one of the secrets signed. */
export interface SignatureMatch {
  ok: true;
  /** The index of the secret that signed it; 0 for a single one. */
  secretIndex: number;
}

/** A signed body that holds an event. */
export interface VerifiedEvent extends SignatureMatch {
  event: ContractEvent;
}

/** Tells whether one of a receiver's secrets, which are valid, signed a body. */
export type VerifyBody = (rawBody: RawBody, header: SignatureHeader) => Verified | Promise<Verified>;
export type CreateVerifyBody = (secrets: readonly string[]) => VerifyBody;
type Verified = SignatureMatch | Refusal;

/** Throws if a secret is missing, empty or has white space around it. The message names `option`. */
export function secretList(secrets: Secrets, option: 'secret' | 'secrets' = 'secrets'): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  let fault = list.length === 0 ? 'the list is empty' : undefined;
  for (const secret of list) fault ??= faultOf(secret);
  if (fault !== undefined) throw configurationError(`${option}: ${fault}. Set it to the webhook secret.`);
  return list as readonly string[];
}

function faultOf(secret: unknown): string | undefined {
  if (secret === undefined || secret === null) return 'the secret is missing';
  if (typeof secret !== 'string') return 'the secret is not a text';
  if (secret === '') return 'the secret is empty';
  return secret === secret.trim() ? undefined : 'the secret has white space around it';
}

/** The event of a body that was checked, or why it is refused. */
export function toVerifiedEvent(rawBody: RawBody, match: SignatureMatch | Refusal): VerifiedEvent | Refusal {
  if (!match.ok) return match;
  const { event, reason } = readEvent(rawBody);
  return event ? { ok: true, event, secretIndex: match.secretIndex } : refuse(reason);
}

/** @throws WebhookVerificationError if the request is refused. */
export function eventOrThrow(result: VerifiedEvent | Refusal): ContractEvent {
  if (!result.ok) throw new WebhookVerificationError(result.reason);
  return result.event;
}
