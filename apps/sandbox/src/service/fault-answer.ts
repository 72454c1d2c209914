import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../domain/faults/fault.ts';
import type { Answer } from '../http/answer.ts';

/** Injects a fault before its call is handled: returns the answer that replaces the call's, or delays the call. */
export async function injectBefore(fault: Fault, stopping: AbortSignal): Promise<Answer | undefined> {
  if (fault.when !== 'before') return undefined;
  if (fault.kind === 'latency') return wait(fault, stopping);
  return statusAnswer(fault);
}

/** Injects a fault into the answer of a handled call. */
export async function injectAfter(fault: Fault, answer: Answer, stopping: AbortSignal): Promise<Answer> {
  if (fault.when !== 'after') return answer;
  if (fault.kind === 'status') return statusAnswer(fault);
  if (fault.kind !== 'latency') return { ...answer, fault };
  await wait(fault, stopping);
  return answer;
}

/** Waits as long as the fault says, or until the sandbox stops. */
async function wait({ latencyInMs }: Fault, stopping: AbortSignal): Promise<undefined> {
  await pause(latencyInMs, undefined, { signal: stopping }).catch(() => {});
}

/** Our own text, because the service's errors of this kind are not shown (ERR-1). */
function statusAnswer(fault: Fault): Answer {
  const message = 'A fault that the control API set.';
  return { status: fault.status ?? 503, headers: {}, body: { error: 'fault', message }, fault };
}

/** The longest time to hold a dropped request: longer than clients wait. */
const longestDropInMs = 120_000;

/** Breaks the connection of an answer, as its fault says. Returns false if the answer goes out as it is. */
export function breakAnswer(
  answer: Answer,
  { outgoing, stopping }: { outgoing: ServerResponse; stopping: AbortSignal },
): boolean {
  switch (answer.fault?.kind) {
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'drop':
      hold(outgoing, stopping);
      return true;
    default:
      return false;
  }
}

/** Never answers. Ends when the client leaves, the sandbox stops, or the limit is reached. */
function hold(outgoing: ServerResponse, stopping: AbortSignal): void {
  const drop = () => outgoing.destroy();
  const timer = setTimeout(drop, longestDropInMs);
  stopping.addEventListener('abort', drop, { once: true });
  outgoing.once('close', () => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', drop);
  });
}
