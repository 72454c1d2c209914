import type { Integer, List, ListQuery, Timestamp, Warning } from './shared.ts';

/** Requests to the service, and its answers. */
export interface RequestsCalls {
  /**
   * Lists answered requests, newest first.
   *
   * Omits values that the service's document marks as secret or personal.
   */
  listRequests: {
    route: 'GET /_sandbox/tenants/{tenant}/requests';
    query?: ListQuery & {
      /** Only those of this operation. */
      operationId?: string;
      /** Only those that break this rule. */
      rule?: string;
      /** `refused`: only those answered with 400 to 499; `failed`: with 500 or above; `answered`: only the others. */
      outcome?: 'answered' | 'refused' | 'failed';
    };
    answer: RequestPage;
  };
  /**
   * Describes an answered request.
   *
   * Omits values that the service's document marks as secret or personal.
   */
  getRequest: { route: 'GET /_sandbox/tenants/{tenant}/requests/{requestId}'; answer: LoggedRequest };
}

export interface LoggedRequest {
  id: string;
  operationId: string | null;
  method: string;
  /** The path template, or the requested path if the document does not have it. */
  path: string;
  status: Integer;
  /** The rule that the request breaks. */
  rule: string | null;
  /** What is wrong and what to do. */
  message: string | null;
  /** Broken rules that were only noted, and other remarks. */
  notes: string[];
  /** At most one of each kind. */
  warnings: Warning[];
  request: {
    /** Which kind of token was sent. */
    tokenKind?: string;
    /** Path parameters. */
    path?: Record<string, unknown>;
    /** Query parameters. */
    query?: Record<string, unknown>;
    mediaType?: string;
    /** The body without secret, personal and unknown values. */
    body?: unknown;
  } | null;
  answer: {
    /** Headers other than the usual ones. */
    headers?: Record<string, unknown>;
    /** The body without secret, personal and unknown values. */
    body?: unknown;
  } | null;
  durationInMs: number;
  createdAt: Timestamp;
}

export interface RequestPage extends List {
  requests: LoggedRequest[];
}
