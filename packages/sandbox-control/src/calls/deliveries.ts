import type { Action } from './clock.ts';
import type { Integer, List, ListQuery, Timestamp } from './shared.ts';

/** Deliveries of webhooks, with every attempt. */
export interface DeliveriesCalls {
  /** Lists deliveries with their attempts, newest first. */
  listDeliveries: {
    route: 'GET /_sandbox/tenants/{tenant}/deliveries';
    query?: ListQuery & {
      /** Only those in this state. */
      state?: DeliveryState;
      /** Only those of this milestone. */
      milestoneId?: string;
    };
    answer: DeliveryPage;
  };
  /** Describes a delivery with its attempts. */
  getDelivery: { route: 'GET /_sandbox/tenants/{tenant}/deliveries/{deliveryId}'; answer: Delivery };
  /** Makes a delivery due again. */
  redeliver: { route: 'POST /_sandbox/tenants/{tenant}/deliveries/{deliveryId}/redeliver'; answer: Delivery };
  /** Delivers everything that is due now. */
  drain: { route: 'POST /_sandbox/tenants/{tenant}/drain'; answer: Drained };
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Delivery {
  id: string;
  eventId: string;
  milestoneId: string;
  /** The status of the event. */
  status: string;
  state: DeliveryState;
  /** Attempts so far; a redelivery counts from 0 again. */
  attempts: Integer;
  /** Automatic attempts that remain (HOOK-4); 0 once it is delivered or has failed. */
  attemptsLeft: Integer;
  dueAt: Timestamp;
  createdAt: Timestamp;
  attemptLog: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  number: Integer;
  startedAt: Timestamp;
  endedAt: Timestamp;
  url: string;
  /** What was sent. */
  requestHeaders: Record<string, unknown>;
  /** The exact text that was signed. */
  requestBody: string;
  /** Null if there was no answer. */
  answerStatus: Integer | null;
  /** What was answered. */
  answerHeaders: Record<string, unknown> | null;
  answerBody: string | null;
  /** What kind of failure it was; null if the receiver accepted the event. */
  failure:
    | 'answered'
    | 'redirected'
    | 'timedOut'
    | 'connectionRefused'
    | 'connectionClosed'
    | 'connectionTimedOut'
    | 'unknownHost'
    | 'noRoute'
    | 'noTls'
    | 'certificateSelfSigned'
    | 'certificateOfOther'
    | 'certificateExpired'
    | 'otherError'
    | 'faultDropped'
    | 'faultBroke'
    | 'faultAnswered'
    | 'faultHeldBack'
    | null;
  /** The failure in words, with what to do. */
  error: string | null;
}

export interface DeliveryPage extends List {
  deliveries: Delivery[];
}

export interface Drained {
  /** What was done. */
  actions: Action[];
}
