import type { StoredEvent } from '../inbox/stored-event.ts';

/** An event whose attempt has begun. */
export interface ClaimedEvent extends Pick<StoredEvent, 'key' | 'rawBody' | 'receivedAt'> {
  /** Names the event in the store. */
  seq: number;
  orderingKey: string;
  /** The attempt that has begun. */
  attempt: number;
  isLate: boolean;
}
