import type { MoveAction } from '../domain/settlement/run-scheduled-moves.ts';

/** An attempt to deliver an event. Times are milliseconds since 1970 on the tenant's clock. */
export interface DeliveryAction {
  kind: 'delivery';
  at: number;
  deliveryId: string;
  milestoneId: string;
  /** The status that the event reports. */
  status: string;
  /** 1 for the first delivery, one more for each retry (HOOK-4). */
  attempt: number;
  outcome: 'delivered' | 'failed';
  answerStatus: number | null;
  error: string | null;
  /** When the next attempt is due; null if there is none. */
  nextDueAt: number | null;
}

/** An action that the sandbox took on its own because it was due. */
export type Action = DeliveryAction | MoveAction;
