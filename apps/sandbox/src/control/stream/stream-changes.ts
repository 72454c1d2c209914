import { setTimeout } from 'node:timers/promises';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Environment } from '../../http/answer.ts';
import type { ControlContext } from '../control-call.ts';
import { createObserver } from './create-observer.ts';

/** The pause between checks for changes of other processes. */
const checkIntervalInMs = 1000;
/** The shortest time between two checks. Changes in between are sent together. */
const quietInMs = 50;
const checksPerHeartbeat = 15;

/**
 * Streams what has changed of a tenant as server-sent events: changes of this process at once, changes of others within a second. Ends
 * with the connection, the tenant or the sandbox.
 */
export function streamChanges(service: ControlContext, { context, tenantId }: StreamRequest): Response {
  return streamSSE(context, async (stream) => {
    const pauser = createPauser();
    const unwatch = service.changes.watch(pauser.wake);
    const end = () => stream.abort();
    service.stopping.addEventListener('abort', end, { once: true });
    stream.onAbort(pauser.wake);
    try {
      await sendChanges(service, { stream, tenantId, pause: pauser.pause });
    } catch (error) {
      // Hono would print its message. The reader connects again. A sandbox that stops closes its store meanwhile.
      if (!stream.aborted) service.problems.report('requests', error, { during: 'streamChanges' });
    } finally {
      unwatch();
      service.stopping.removeEventListener('abort', end);
    }
  });
}

interface StreamRequest {
  context: Context<Environment>;
  tenantId: string;
}

/** Returns when the stream or the tenant is gone. */
async function sendChanges(
  { db }: ControlContext,
  { stream, tenantId, pause }: { stream: SSEStreamingApi; tenantId: string; pause(delayInMs: number): Promise<void> },
): Promise<void> {
  const listChanged = createObserver(db, tenantId);
  await listChanged();
  await stream.writeSSE({ event: 'ready', data: '{}' });
  for (let check = 1; !stream.aborted; check += 1) {
    await pause(checkIntervalInMs);
    await stream.sleep(quietInMs);
    const changed = stream.aborted ? undefined : await listChanged();
    if (!changed) break;
    for (const event of changed) await stream.writeSSE({ event, data: '{}' });
    if (check % checksPerHeartbeat === 0) await stream.write(': still here\n\n');
  }
}

/** A pause that ends early when it is woken, even if that happened before it began. */
function createPauser(): { pause(delayInMs: number): Promise<void>; wake(): void } {
  let waking = new AbortController();
  return {
    async pause(delayInMs) {
      await setTimeout(delayInMs, undefined, { signal: waking.signal }).catch(() => {});
      waking = new AbortController();
    },
    wake: () => waking.abort(),
  };
}
