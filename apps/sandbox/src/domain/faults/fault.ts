/** A failure made on purpose, for one operation or for webhook deliveries. */
export interface Fault {
  id: string;
  /** An operation's id, or `webhook` for deliveries. */
  target: string;
  /** What goes wrong. The last two are for deliveries alone. */
  kind: 'status' | 'latency' | 'reset' | 'truncate' | 'drop' | 'duplicate' | 'reorder';
  /** Of the kind `status`, and only there. */
  status?: number;
  /** Of the kind `latency`, and only there. */
  latencyInMs?: number;
  /** Before the call is handled, so that nothing happens, or after its change is committed. */
  when: 'before' | 'after';
  /** How likely it is injected. */
  probability: number;
  /** Makes the sequence of dice repeatable. */
  seed: number;
  /** How many more times it is injected; without it, until it is removed. */
  timesLeft?: number;
  /** How often the dice were thrown. */
  throws: number;
  /** The delivery that a `reorder` holds back. */
  held?: string[];
}

/** A fault as it is asked for. Defaults: always, from a random seed, until it is removed. */
export type NewFault = Pick<Fault, 'target' | 'kind' | 'status' | 'latencyInMs'> &
  Partial<Pick<Fault, 'when' | 'probability' | 'seed'>> & {
    /** How often it is injected. */
    times?: number;
  };

/** The target of faults of deliveries. Every other target is an operation's id. */
export const webhookTarget = 'webhook';
