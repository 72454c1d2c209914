declare const leftOut: unique symbol;

/**
 * The type of a field that must not be sent: leave it out. No value has it, and unlike with `never` a compiler's error names it
 * where another kind of the same object may have the field.
 */
export interface LeaveItOut {
  /** In no value. */
  readonly [leftOut]: never;
}
