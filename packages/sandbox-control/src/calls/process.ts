import type { MilestoneState } from './milestones.ts';

/** The running sandbox, and the service's document that it serves. */
export interface ProcessCalls {
  /** Checks that the sandbox and its store work. */
  getHealth: { route: 'GET /_sandbox/health'; answer: Health };
  /** Returns this document. */
  getControlDocument: { route: 'GET /_sandbox/openapi.json'; answer: Document };
  /** Lists the operations and the rules of the service's document. */
  describeService: { route: 'GET /_sandbox/service'; answer: ServiceDescription };
}

export interface Health {
  status: 'ok';
}

/** An OpenAPI document. */
export type Document = Record<string, unknown>;

/** The operations and rules of the service's document. */
export interface ServiceDescription {
  operations: {
    operationId: string;
    method: string;
    /** With placeholders in braces. */
    path: string;
    host: string;
    /** The kinds of token that it accepts; empty if it needs none. */
    tokenKinds: string[];
    /** The media type of the body; null if there is none. */
    mediaType: string | null;
    /** The example bodies of the document, by name. */
    examples: Record<string, unknown>;
    /** The query parameters of the document's examples. */
    queryExample: Record<string, unknown>;
  }[];
  rules: {
    id: string;
    /** The rule in one or two sentences. */
    text: string;
    /** Stated by the service, implied by what it states, or assumed by the kit. */
    basis: 'stated' | 'implied' | 'assumed';
    /** The place in the service's description; null if there is none. */
    source: string | null;
    /** Why the kit checks it although it is not stated; null if it is stated. */
    reason: string | null;
  }[];
  /** Every state of a milestone, and its name in the service's answers and events. */
  milestoneStates: { state: MilestoneState; constant: string }[];
  /** The delay before each retry of a failed webhook delivery (HOOK-4). */
  retryDelaysInSeconds: number[];
}
