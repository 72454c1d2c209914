/** A failure made on purpose, for one operation or for webhook deliveries. */
export interface Fault {
  id: string;
  /** An operation's id, or `webhook` for deliveries. */
  target: string;
  /** What goes wrong. The last two are only for deliveries. */
  kind: 'status' | 'latency' | 'reset' | 'truncate' | 'drop' | 'duplicate' | 'reorder';
  /** Only for the kind `status`. */
  status?: number;
  /** Only for the kind `latency`. */
  latencyInMs?: number;
  /** Before the call is handled, so that nothing happens, or after its change is committed. */
  when: 'before' | 'after';
  /** How likely it is injected. */
  probability: number;
  /** Makes the random sequence repeatable. */
  seed: number;
  /** How many more times it is injected; if absent, until it is removed. */
  timesLeft?: number;
  /** How many random numbers of the sequence were used. */
  throws: number;
  /** The delivery that a `reorder` holds back. */
  held?: string[];
}

/** A fault to create. Defaults: always, with a random seed, until it is removed. */
export type NewFault = Pick<Fault, 'target' | 'kind' | 'status' | 'latencyInMs'> &
  Partial<Pick<Fault, 'when' | 'probability' | 'seed'>> & {
    /** How often it is injected. */
    times?: number;
  };

/** The target of delivery faults. Every other target is an operation's id. */
export const webhookTarget = 'webhook';
