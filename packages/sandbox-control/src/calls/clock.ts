import type { Integer, List, ListQuery, Timestamp } from './shared.ts';

/** The tenant's clock. */
export interface ClockCalls {
  /** Reads the clock. */
  getClock: { route: 'GET /_sandbox/tenants/{tenant}/clock'; answer: Clock };
  /**
   * Lists what happens next, earliest first.
   *
   * Consequences are not listed in advance, such as a retry after a failure or a completion after a release. Without a webhook
   * endpoint, no delivery is due.
   */
  getDue: {
    route: 'GET /_sandbox/tenants/{tenant}/clock/due';
    query?: ListQuery & {
      /**
       * Only what is due at this time or earlier.
       * @minimum -8640000000000000
       * @maximum 8640000000000000
       */
      until?: Timestamp;
    };
    answer: DuePage;
  };
  /** Stops the clock. */
  freezeClock: { route: 'POST /_sandbox/tenants/{tenant}/clock/freeze'; answer: Clock };
  /** Lets the clock run again from where it stopped. */
  resumeClock: { route: 'POST /_sandbox/tenants/{tenant}/clock/resume'; answer: Clock };
  /** Moves the clock forward. Everything that falls due on the way happens at its own time. */
  advanceClock: { route: 'POST /_sandbox/tenants/{tenant}/clock/advance'; body: Distance; answer: Advance };
}

export interface Clock {
  now: Timestamp;
  isFrozen: boolean;
  /** How far a running clock is ahead of the system's. */
  offsetInMs: Integer;
}

/** @additionalProperties false */
export interface Distance {
  /**
   * How far to move forward: at most ten years, not beyond the year 9999.
   * @minimum 0
   * @maximum 316224000
   */
  seconds: number;
}

export interface Advance {
  clock: Clock;
  /** What was done on the way, in order. */
  actions: Action[];
}

/** What the sandbox did because it was due. */
export type Action = DeliveryAction | MoveAction;

interface Attempt {
  deliveryId: string;
  milestoneId: string;
  /** The status of the event. */
  status: string;
  /** 1 for the first delivery, one more for each retry (HOOK-4). */
  attempt: Integer;
}

/** An attempt to deliver an event. */
export interface DeliveryAction extends Attempt {
  kind: 'delivery';
  at: Timestamp;
  outcome: 'delivered' | 'failed';
  answerStatus: Integer | null;
  error: string | null;
  /** When the next attempt is due; null if there is none. */
  nextDueAt: Timestamp | null;
}

/** A step of automatic settlement. */
export interface MoveAction {
  kind: 'move';
  at: Timestamp;
  milestoneId: string;
  move: 'release' | 'complete';
  outcome: 'done' | 'refused';
  /** Why it was refused. */
  refusal: string | null;
  /** When it is retried; null if it was done. */
  nextDueAt: Timestamp | null;
}

export interface DuePage extends List {
  due: Due[];
}

/** What the sandbox will do. */
export type Due = DueDelivery | DueMove;

/** An attempt to deliver an event. */
export interface DueDelivery extends Attempt {
  kind: 'delivery';
  dueAt: Timestamp;
  /** The title of the milestone's item. */
  title: string | null;
}

/** A step of automatic settlement. */
export interface DueMove {
  kind: 'move';
  dueAt: Timestamp;
  milestoneId: string;
  /** The title of the milestone's item. */
  title: string | null;
  move: 'release' | 'complete';
  /** How often it was tried and refused. */
  attempts: Integer;
}
