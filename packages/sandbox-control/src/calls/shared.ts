/** @asType integer */
export type Integer = number;

/**
 * Milliseconds since 1970 on the tenant's clock.
 * @asType integer
 */
export type Timestamp = number;

/** The id of a user as the service's calls have it: a number, or a text if the service's document wants one. */
export type UserId = Integer | string;

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

export interface ListQuery {
  /**
   * How many entries to list. Default: 100.
   * @minimum 1
   * @maximum 1000
   */
  limit?: Integer;
}

export interface SearchQuery {
  /**
   * Only those with this text in their title, their id or the phone number of a party. Ignores case.
   * @minLength 1
   * @maxLength 200
   */
  q?: string;
}

export interface List {
  /** Whether more entries match than `limit` lets through. */
  hasMore: boolean;
}

/** What the service's description does not refuse, though hardly anybody means it. */
export interface Warning {
  /** Such as `milestones[0].deadLine`. */
  field: string;
  /** What is wrong, and what the service is not shown to do about it; without the value. */
  message: string;
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
