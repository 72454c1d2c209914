/** The end of a test's title, and the value that it is about. */
type TitledValue = readonly [title: string, value: unknown];

/** A rule held by a schema, with an accepted value and a refused one. */
export interface SchemaCase {
  rule: string;
  schema: string;
  accepts: TitledValue;
  refuses: TitledValue;
  /** The path of the violation. */
  at: string;
  /** The rule that the violation names, if it is not `rule`. */
  named?: string;
}

/** Copies a value without one property. */
export function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
