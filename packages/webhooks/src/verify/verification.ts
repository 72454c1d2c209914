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

const isUsable = (secret: unknown): boolean => typeof secret === 'string' && secret !== '' && secret === secret.trim();

/** Throws if a secret is missing, empty or has white space around it. */
export function secretList(secrets: Secrets): readonly string[] {
  const list = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length > 0 && list.every(isUsable)) return list;
  throw configurationError('secret: it is missing, empty or has white space around it.');
}

/** The event of a signed body, or why it holds none. */
export function readEvent(rawBody: RawBody, secretIndex: number): VerifiedEvent | Refusal {
  const text = textOf(rawBody);
  if (text === undefined) return refuse('body_not_utf8');
  const event = parseEvent(text);
  return event ? { ok: true, event, secretIndex } : refuse('event_invalid');
}
