/** What is known of a value that is sent, or of an option, reduced to what can be checked before sending. */
export interface ValueSchema {
  /**
   * A type of `typeof`, or a name that `complete-value.ts` checks by. Left out where it is `string`, or follows from
   * `properties` or `items`.
   */
  type?: string;
  /** Whether a value is accepted, where `type` is but the words for what it has to be. */
  accepts?: ((value: never) => boolean) | undefined;
  /** The values that are accepted. Where there are none, the property must not be sent. */
  enum?: readonly unknown[];
  /** The one value that the service accepts, which the client fills in. */
  fixed?: string | number | boolean;
  /** The value that is filled in where none is given. */
  default?: unknown;
  pattern?: string;
  /** The property may be left out. */
  optional?: boolean;
  properties?: Readonly<Record<string, ValueSchema>>;
  /** The schema of every value that `properties` does not name. */
  values?: ValueSchema;
  items?: ValueSchema;
  /** The rule that what the CUSTOMERs of the list pay is what its other parties get. */
  total?: string;
  /** The property whose value chooses the schema, of those in `branches`. */
  by?: string;
  branches?: Readonly<Record<string, ValueSchema>>;
  /** The rule that the schema states. */
  rule?: string | undefined;
}

/** An object with these properties and no others. */
export const closed = (properties: Record<string, ValueSchema>): ValueSchema => ({
  optional: true,
  properties,
  values: { enum: [], optional: true },
});
