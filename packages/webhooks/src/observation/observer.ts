import type { ContractEvent } from '../event/event.ts';
import type { InsertOutcome } from '../event/stored-event.ts';
import { runInside, runSafely, type Settled } from '../generated/run-inside.ts';

/**
 * Watches what a receiver and its processing do, for traces and metrics. Each hook runs around one operation: call `run` at
 * once; it resolves with the result. `run` never rejects. Whatever a hook does, the operation runs exactly once with the same
 * result: errors of hooks are ignored, and nothing waits for them.
 */
export interface WebhookObserver {
  /** One request. */
  receive?(run: () => Promise<ReceiveResult>): unknown;
  /** Storing a verified body, within `receive`. `event` is undefined if the body is quarantined. */
  store?(run: () => Promise<StoreResult>, operation: { event: ContractEvent | undefined }): unknown;
  /** One attempt to handle an event: the handler and the commit. */
  process?(run: () => Promise<ProcessResult>, operation: ProcessOperation): unknown;
}

/** How a request was answered. */
export interface ReceiveResult {
  /** The status code of the answer. */
  status: number;
  /** Why it is not a plain 200, such as `signature_mismatch`; undefined otherwise. */
  reason: string | undefined;
}

/** The result of storing a verified body. */
export type StoreResult =
  | { outcome: InsertOutcome | 'quarantined' }
  /** What the inbox threw. It may hold data of the event. */
  | { outcome: 'failed'; error: unknown };

/** The attempt that `process` runs around. */
interface ProcessOperation {
  /** Undefined if this version cannot read the stored body. */
  event: ContractEvent | undefined;
  attempt: number;
  isLate: boolean;
  receivedAt: Date;
}

/** The result of an attempt to handle an event. */
export type ProcessResult =
  | { outcome: 'done' }
  /** What the handler or the database threw, or the reason of the abort. It may hold data of the event. */
  | { outcome: 'failed'; error: unknown };

/** Runs work inside a hook, if there is one. Errors of the hook are ignored. */
export function observe<Value, Result>(
  hook: ((run: () => Promise<Result>) => unknown) | undefined,
  work: () => Promise<Value>,
  resultOf: (settled: Settled<Value>) => Result,
): Promise<Value> {
  return hook ? runInside(hook, { work, resultOf, onFailure: ignore }) : work();
}

/** Calls a listener and ignores what it throws or rejects with. */
export const ignoreErrors = (call: () => unknown): void => runSafely(call, ignore);

function ignore(): void {}
