/** @asType integer */
export type Integer = number;

/**
 * Milliseconds since 1970 on the tenant's clock.
 * @asType integer
 */
export type Timestamp = number;

/** The ID of a user: a number, or a text if the service's document requires one. */
export type UserId = Integer | string;

/** A method and a path. No path of the service begins like this. */
export type Route = `${'GET' | 'PUT' | 'POST' | 'DELETE'} /_sandbox/${string}`;

/** The values of the placeholders in routes. */
export interface PathValues {
  /** The ID of the tenant; `default` for the fixed one. */
  tenant: string;
  /** The phone number of a linked user, URL-encoded. */
  phoneNumber: string;
  /** The ID of the milestone, which events call contractId. */
  milestoneId: string;
  /** The ID of the delivery. */
  deliveryId: string;
  /** The ID of the fault. */
  faultId: string;
  /** The ID of the request. */
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
   * Only those with this text in the title, the ID or the phone number of a party. Ignores case.
   * @minLength 1
   * @maxLength 200
   */
  q?: string;
}

export interface List {
  /** Whether more entries match than `limit` allows. */
  hasMore: boolean;
}

/** A value that the service's description allows, but that is probably a mistake. */
export interface Warning {
  /** Such as `milestones[0].deadLine`. */
  field: string;
  /** What is wrong, what is not shown about it, and the field. Does not contain the value. */
  message: string;
}

/** The answer to every call that is refused. */
export interface Problem {
  /** The kind of refusal. */
  error: string;
  /** The ID of the rule that the call breaks. */
  rule?: string;
  /** What is wrong and what to do. */
  message: string;
  /** The wrong field. */
  field?: string;
  /** The user who cannot be paid out, and what is missing (BANK-3, ADDR-2). */
  receiver?: { userId: Integer; missing: ('bankAccount' | 'address')[] };
  /** All violations, if there are several. */
  violations?: { field: string; message: string; rule?: string }[];
}
