import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../domain/faults.ts';
import type { Answer } from '../http/answer.ts';

/** Injects a fault before its call is handled: returns the answer that replaces the call's, or delays the call. */
export async function injectBefore(fault: Fault, stopping: AbortSignal): Promise<Answer | undefined> {
  if (fault.when !== 'before') return undefined;
  if (fault.kind !== 'latency') return statusAnswer(fault);
  await wait(fault.latencyInMs, stopping);
  return undefined;
}

/** Injects a fault into the answer of a handled call. */
export async function injectAfter(fault: Fault, answer: Answer, stopping: AbortSignal): Promise<Answer> {
  if (fault.when !== 'after') return answer;
  if (fault.kind === 'status') return statusAnswer(fault);
  if (fault.kind !== 'latency') return { ...answer, fault };
  await wait(fault.latencyInMs, stopping);
  return answer;
}

/** Our own text, because the service's errors of this kind are not shown (ERR-1). */
function statusAnswer(fault: Fault): Answer {
  const message = 'A fault that the control API set.';
  return { status: fault.status ?? 503, headers: {}, body: { error: 'fault', message }, fault };
}

/** The longest time to hold a dropped request: longer than clients wait. */
const longestDropInMs = 120_000;

/** Breaks the connection of an answer, as its fault says. Returns false if the answer goes out as it is. */
export async function breakAnswer(
  answer: Answer,
  { outgoing, stopping }: { outgoing: ServerResponse; stopping: AbortSignal },
): Promise<boolean> {
  const kind = answer.fault?.kind;
  if (kind === 'reset') outgoing.socket?.resetAndDestroy();
  if (kind === 'drop') await wait(longestDropInMs, stopping).then(() => outgoing.destroy());
  return kind === 'reset' || kind === 'drop';
}

/** Waits for this time, or until the sandbox stops. */
async function wait(timeInMs: number | undefined, stopping: AbortSignal): Promise<void> {
  await pause(timeInMs, undefined, { signal: stopping }).catch(() => {});
}
