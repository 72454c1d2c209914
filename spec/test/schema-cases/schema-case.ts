/** One side of a rule: what the value is, in words that end a test's title, and the value. */
interface Judged {
  title: string;
  value: unknown;
}

/** A rule held by a schema: a value that it accepts and one that it refuses, with the place of the violation. */
export interface SchemaCase {
  rule: string;
  schema: string;
  accepted: Judged;
  refused: Judged & { at: string };
  /** The rule that the violation names, if it is not the first that the schema states there. */
  named?: string;
}

/** The value without one property. */
export function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
