import { configurationError } from '../errors/webhook-error.ts';
import { type ContractEvent, readEvent, type StatusNames } from '../event/event.ts';
import type { RawBody } from '../event/raw-body.ts';
import { type Refusal, refuse, WebhookVerificationError } from './refusal.ts';
import type { SignatureForm, SignatureHeader } from './signature-form.ts';

/** The webhook secret, or several while one replaces another. */
export type Secrets = string | readonly string[];

/** How a deployment differs from the service's description. */
export interface DeploymentOptions {
  /** How its events are signed. Default: as the service signs (HOOK-2). */
  signature?: SignatureForm | undefined;
  /** Its names of statuses, each with the service's. Default: the service's names. */
  statuses?: StatusNames | undefined;
}

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

/** Tells whether a receiver accepts a body, and which of its secrets signed it. */
export type VerifyBody = (rawBody: RawBody, header: SignatureHeader) => Verified | Promise<Verified>;
export type CreateVerifyBody = (secrets: readonly string[], form: SignatureForm) => VerifyBody;
type Verified = SignatureMatch | { ok: true; secretIndex: undefined } | Refusal;

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
