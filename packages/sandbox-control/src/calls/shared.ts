/** @asType integer */
export type Integer = number;

/**
 * Milliseconds since 1970 on the tenant's clock.
 * @asType integer
 */
export type Timestamp = number;

/** A method and a path, which begins as no path of the service does. */
export type Route = `${'GET' | 'PUT' | 'POST' | 'DELETE'} /_sandbox/${string}`;

/** The values of the placeholders in routes. */
export interface PathValues {
  /** The id of the tenant; `default` for the fixed one. */
  tenant: string;
  /** The phone number of a linked user, URL-encoded. */
  phoneNumber: string;
  /** The id of the milestone, which events call contractId. */
  milestoneId: string;
  /** The id of the delivery. */
  deliveryId: string;
  /** The id of the fault. */
  faultId: string;
  /** The id of the request. */
  requestId: string;
}

export interface PageQuery {
  /**
   * Entries of one page. Default: 100.
   * @minimum 1
   * @maximum 1000
   */
  limit?: Integer;
  /**
   * `nextCursor` of the page before.
   * @minLength 1
   * @maxLength 200
   */
  cursor?: string;
}

export interface SearchQuery {
  /**
   * Only those that contain this text, in an id, a name or another field that a person would search. Ignores case.
   * @minLength 1
   * @maxLength 200
   */
  q?: string;
}

export interface TimeQuery {
  /**
   * Only those created at this time or later.
   * @minimum -8640000000000000
   * @maximum 8640000000000000
   */
  from?: Timestamp;
  /**
   * Only those created before this time.
   * @minimum -8640000000000000
   * @maximum 8640000000000000
   */
  to?: Timestamp;
  /** In the order of their creation. Default: newest first. */
  sort?: 'newest' | 'oldest';
}

export interface Page {
  /** Whether more entries match than `limit` lets through. */
  hasMore: boolean;
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

/** The answer to every call that is refused. */
export interface Problem {
  /** What kind of refusal it is. */
  error: string;
  /** The id of the rule that the call breaks. */
  rule?: string;
  /** What is wrong and what to do. */
  message: string;
  /** The field that is wrong. */
  field?: string;
  /** The user who can't be paid out yet, and what is missing (BANK-3, ADDR-2). */
  receiver?: { userId: Integer; missing: ('bankAccount' | 'address')[] };
  /** Everything that is wrong, if there is more than one thing. */
  violations?: { field: string; message: string; rule?: string }[];
}
