import type { Integer } from './shared.ts';

/** Injected failures. */
export interface FaultsCalls {
  /** Lists the faults, including those that are used up. */
  getFaults: { route: 'GET /_sandbox/tenants/{tenant}/faults'; answer: FaultList };
  /**
   * Replaces the list of faults.
   *
   * Also removes faults that others added. To add or remove one, use `addFault` and `removeFault`. If several faults have the same
   * target, only the first one that applies is injected.
   */
  setFaults: { route: 'PUT /_sandbox/tenants/{tenant}/faults'; body: NewFaults; answer: FaultList };
  /**
   * Adds a fault at the end of the list.
   *
   * The other faults stay. If several faults have the same target, only the first one that applies is injected.
   */
  addFault: { route: 'POST /_sandbox/tenants/{tenant}/faults'; body: NewFault; answer: Fault };
  /** Removes every fault. */
  clearFaults: { route: 'DELETE /_sandbox/tenants/{tenant}/faults'; answer: FaultList };
  /** Removes one fault. */
  removeFault: { route: 'DELETE /_sandbox/tenants/{tenant}/faults/{faultId}'; answer: FaultList };
}

interface Injection {
  /**
   * The operationId of the service's document, or `webhook` for its deliveries.
   * @minLength 1
   * @maxLength 100
   */
  target: string;
  /**
   * `status` answers with `status`; `latency` waits; `reset` breaks the connection; `drop` never answers. For webhooks, `status` replaces
   * the receiver's answer, `latency` waits before sending, `reset` breaks the connection, `drop` sends nothing, `duplicate` sends
   * twice, and `reorder` holds the event back until the next one was sent, or for an hour of the tenant's clock.
   */
  kind: 'status' | 'latency' | 'reset' | 'drop' | 'duplicate' | 'reorder';
  /**
   * Only for the kind `status`.
   * @minimum 400
   * @maximum 599
   */
  status?: Integer;
  /**
   * Only for the kind `latency`.
   * @minimum 0
   * @maximum 600000
   */
  latencyInMs?: Integer;
}

/** @additionalProperties false */
export interface NewFault extends Injection {
  /**
   * `before` the request is handled, so that nothing happens, or `after` its change is committed. Default: `before`. Not for
   * webhooks.
   */
  when?: 'before' | 'after';
  /**
   * How often it is injected. Default: until it is removed.
   * @minimum 1
   * @maximum 1000000
   */
  times?: Integer;
}

/** @additionalProperties false */
export interface NewFaults {
  /** @maxItems 1000 */
  faults: NewFault[];
}

/**
 * An injected failure.
 * @additionalProperties false
 */
export interface Fault extends Injection {
  id: string;
  /** `before` the request is handled, so that nothing happens, or `after` its change is committed. Not for webhooks. */
  when: 'before' | 'after';
  /** The delivery that `reorder` holds back. */
  held?: string[];
  /**
   * How many more times it is injected; if absent, until it is removed.
   * @minimum 0
   */
  timesLeft?: Integer;
}

export interface FaultList {
  faults: Fault[];
}
