declare const leftOut: unique symbol;

/**
 * The type of a field that must not be sent. No value has this type. Unlike `never`, it appears by name in the compiler's error if
 * another kind of the same object may have the field.
 */
export interface LeaveItOut {
  /** No value has it. */
  readonly [leftOut]: never;
}
