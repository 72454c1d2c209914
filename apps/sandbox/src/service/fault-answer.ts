import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../domain/faults/fault.ts';
import type { Answer } from '../http/answer.ts';

/** What a fault does before a call is handled: an answer in place of its own, or a delay. */
export async function strikeBefore(fault: Fault | undefined, stopping: AbortSignal): Promise<Answer | undefined> {
  if (fault?.when !== 'before') return undefined;
  if (fault.kind === 'latency') return wait(fault, stopping);
  return statusAnswer(fault);
}

/** What a fault makes of an answer whose change is committed. */
export async function strikeAfter(fault: Fault | undefined, answer: Answer, stopping: AbortSignal): Promise<Answer> {
  if (fault?.when !== 'after') return answer;
  if (fault.kind === 'latency') await wait(fault, stopping);
  if (fault.kind === 'latency') return answer;
  return fault.kind === 'status' ? statusAnswer(fault) : { ...answer, fault };
}

/** Waits for as long as the fault says; shorter where the sandbox stops. */
async function wait({ latencyInMs }: Fault, stopping: AbortSignal): Promise<undefined> {
  await pause(latencyInMs, undefined, { signal: stopping }).catch(() => {});
}

/** Not the service's own words: its errors of this kind are not shown (ERR-1). */
function statusAnswer(fault: Fault): Answer {
  const message = 'A fault that the control API set.';
  return { status: fault.status ?? 503, headers: {}, body: { error: 'fault', message }, fault };
}
