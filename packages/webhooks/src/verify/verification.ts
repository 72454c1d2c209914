import { configurationError } from '../errors.ts';
import { type ContractEvent, parseEvent } from '../event.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type RawBody, textOf } from './signature.ts';

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

/** The event of a signed body, or why it holds none. */
export function readEvent(rawBody: RawBody, secretIndex: number): VerifiedEvent | Refusal {
  const text = textOf(rawBody);
  if (text === undefined) return refuse('body_not_utf8');
  const event = parseEvent(text);
  return event ? { ok: true, event, secretIndex } : refuse('event_invalid');
}
