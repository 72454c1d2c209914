/** What the document says of a value that is sent, reduced to what can be checked before sending. */
export interface RequestSchema {
  /** Left out where it is `string`, or follows from `properties` or `items`. */
  type?: 'number' | 'integer' | 'boolean' | 'object';
  enum?: readonly unknown[];
  /** The one value that the service accepts, which the client fills in. */
  fixed?: string | number | boolean;
  pattern?: string;
  format?: 'uri' | 'date-time';
  /** The property must not be sent. */
  forbidden?: true;
  /** The property may be left out. */
  optional?: true;
  properties?: Readonly<Record<string, RequestSchema>>;
  /** The schema of every value of a map. */
  values?: RequestSchema;
  items?: RequestSchema;
  /** The rule that what the CUSTOMERs of the list pay is what its other parties get. */
  total?: string;
  /** The property whose value chooses the schema, of those in `branches`. */
  by?: string;
  branches?: Readonly<Record<string, RequestSchema>>;
  /** The rule that the schema states, and what to write instead of a value that breaks it. */
  rule?: string | undefined;
  remedy?: string;
}
