/** A failure made on purpose, for one operation or for webhook deliveries. */
export interface Fault {
  id: string;
  /** An operation's id, or `webhook`. */
  target: string;
  kind: 'status' | 'latency' | 'reset' | 'truncate' | 'drop' | 'duplicate' | 'reorder';
  /** The status answered in place of the service's own, for the kind `status`. */
  status?: number;
  /** The delay, for the kind `latency`. */
  latencyInMs?: number;
  /** `before` the request is handled, so that nothing happened, or `after` its change is committed. */
  when?: 'before' | 'after';
  /** How many more times it strikes; without it, until it is removed. */
  timesLeft?: number;
  /** How likely it strikes, from 0 to 1. Default: 1. */
  probability?: number;
  /** Makes the sequence of strikes repeatable. */
  seed?: number;
  /** How often the dice were thrown, which continues a seeded sequence. */
  throws?: number;
}
