import type { Integer, Timestamp } from './shared.ts';

/** The tenant's own time. */
export interface ClockCalls {
  /** Reads the clock. */
  getClock: { route: 'GET /_sandbox/tenants/{tenant}/clock'; answer: Clock };
  /** Stops the clock. */
  freezeClock: { route: 'POST /_sandbox/tenants/{tenant}/clock/freeze'; answer: Clock };
  /** Lets the clock run again from where it stopped. */
  resumeClock: { route: 'POST /_sandbox/tenants/{tenant}/clock/resume'; answer: Clock };
  /** Moves the clock forward, and does what falls due on the way, each at its own time. */
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
   * How far to move: at most ten years, and never beyond the year 9999.
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

/** What the sandbox did on its own because it was due. */
export type Action = DeliveryAction | MoveAction;

/** An attempt to deliver an event. */
export interface DeliveryAction {
  kind: 'delivery';
  at: Timestamp;
  deliveryId: string;
  milestoneId: string;
  /** The status of the event. */
  status: string;
  /** 1 for the first delivery, one more for each retry (HOOK-4). */
  attempt: Integer;
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
  /** When it is tried again; null if it was done. */
  nextDueAt: Timestamp | null;
}
