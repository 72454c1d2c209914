import { WebhookError } from '../errors/webhook-error.ts';
import { type ContractEvent, parseEvent } from './event.ts';

/** A verified event as it arrived, ready to be stored. */
export interface IncomingEvent {
  /** Identifies the event: made by `eventKey`, at most 500 characters. Return it unchanged. */
  key: string;
  event: ContractEvent;
  /** The body as it was signed. */
  rawBody: string;
  receivedAt: Date;
}

/** `duplicate`: an event with this key was stored before. */
export type InsertOutcome = 'stored' | 'duplicate';

/** `pending` while it waits for an attempt, `dead` once its attempts are used up. */
export type EventStatus = 'pending' | 'processing' | 'done' | 'dead';

/** An event in the inbox. */
export interface StoredEvent extends IncomingEvent {
  status: EventStatus;
  /** How many attempts have started. One that ran beside others in a process that died does not count. */
  attempts: number;
  /** When the next attempt may start, after a failed one. */
  retryAt: Date | undefined;
  /** When it was done. */
  handledAt: Date | undefined;
  /**
   * Why the stored body cannot be read, if it was damaged in the store. `event` is then `unknown`, without any field. Handlers
   * never get it: its first attempt makes it dead.
   */
  damage: string | undefined;
  /** The error message of the last failed attempt. */
  lastError: string | undefined;
}

/** A stored body holds no event. Another attempt would change nothing. */
export class UnreadableBodyError extends WebhookError {
  constructor(key: string) {
    super(
      'inbox',
      `The body stored under the key ${key} holds no event: it was damaged, or another version of this package accepted it. Correct it in the store, then replay the event.`,
    );
  }
}

/** Stands for the event of a damaged body. */
const noEvent: ContractEvent = {
  status: 'unknown',
  receivedStatus: '',
  milestoneId: undefined,
  referenceId: undefined,
  body: {},
};

/** The event of a stored body. The body decides, so a status that was unknown when the event was stored may be known now. */
export function readStoredEvent({
  key,
  rawBody,
}: Pick<StoredEvent, 'key' | 'rawBody'>): Pick<StoredEvent, 'event' | 'damage'> {
  const event = parseEvent(rawBody);
  return event ? { event, damage: undefined } : { event: noEvent, damage: new UnreadableBodyError(key).message };
}
