/** A value, and the end of its test's title. */
interface TitledValue {
  title: string;
  value: unknown;
}

/** A rule held by a schema: an accepted value, and a refused one with the path of the violation. */
export interface SchemaCase {
  rule: string;
  schema: string;
  accepted: TitledValue;
  refused: TitledValue & { at: string };
  /** The rule that the violation names, if it is not `rule`. */
  named?: string;
}

/** Copies a value without one property. */
export function without(value: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
