import type { ListedMilestone, MilestoneState } from './milestones.ts';
import type { Integer, Timestamp } from './shared.ts';

/** What happens in a tenant, and what needs attention. */
export interface OverviewCalls {
  /** Counts milestones and requests, and lists what needs attention and what happened last. */
  getOverview: { route: 'GET /_sandbox/tenants/{tenant}/overview'; answer: Overview };
}

export interface Overview {
  /** Every state, in order. */
  milestonesByState: { state: MilestoneState; count: Integer }[];
  /** All requests of the log, by their outcome as in `listRequests`. */
  requestsByOutcome: {
    /** With a status below 400. */
    answered: Integer;
    /** 400 to 499. */
    refused: Integer;
    /** 500 or above. */
    failed: Integer;
  };
  attention: {
    failedDeliveries: Integer;
    pendingDeliveries: Integer;
    /** Before COMPLETED, past their deadLine: how many, and the first five. */
    overdue: { count: Integer; milestones: ListedMilestone[] };
    /** The five milestones before COMPLETED that changed longest ago. */
    waitingLongest: ListedMilestone[];
  };
  /** The last ten, newest first. */
  latest: Happening[];
}

/** What happened. */
export type Happening = RequestHappening | EventHappening | DeliveryHappening;

/** A request was answered. */
export interface RequestHappening {
  kind: 'request';
  at: Timestamp;
  requestId: string;
  operationId: string | null;
  method: string;
  /** The path template, or the requested path if the document does not have it. */
  path: string;
  status: Integer;
  /** The rule that the request breaks. */
  rule: string | null;
}

/** A milestone was moved, and its event written. */
export interface EventHappening {
  kind: 'event';
  at: Timestamp;
  eventId: string;
  milestoneId: string;
  /** The title of the milestone's item. */
  title: string | null;
  /** The status of the event. */
  status: string;
}

/** An attempt to deliver an event ended. */
export interface DeliveryHappening {
  kind: 'delivery';
  at: Timestamp;
  deliveryId: string;
  milestoneId: string;
  /** The title of the milestone's item. */
  title: string | null;
  /** The status of the event. */
  status: string;
  /** 1 for the first attempt of the delivery. */
  attempt: Integer;
  outcome: 'delivered' | 'failed';
  answerStatus: Integer | null;
}
