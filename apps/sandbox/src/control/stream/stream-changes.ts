import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Environment } from '../../http/environment.ts';
import type { ControlContext } from '../control-context.ts';
import { createObserver } from './create-observer.ts';

/** How often it looks for changes of other processes, and how many looks without a change make a heartbeat. */
const lookIntervalInMs = 1000;
/** The shortest time between two looks. Changes in between are sent together. */
const quietInMs = 50;
const looksPerHeartbeat = 15;

/**
 * Streams a tenant's changes as server-sent events: changes of this process at once, changes of others within a second. Ends
 * with the connection, the tenant or the sandbox.
 */
export function streamChanges(
  { db, changes, stopping, systemNow }: ControlContext,
  { context, tenantId }: { context: Context<Environment>; tenantId: string },
): Response {
  return streamSSE(context, async (stream) => {
    const observer = createObserver(db, tenantId);
    const pauser = createPauser();
    const unwatch = changes.watch(pauser.wake);
    const end = () => stream.abort();
    stopping.addEventListener('abort', end, { once: true });
    stream.onAbort(pauser.wake);
    try {
      await observer.look(systemNow());
      await stream.writeSSE({ event: 'ready', data: '{}' });
      for (let look = 1; !stream.aborted; look += 1) {
        await pauser.pause(lookIntervalInMs);
        await stream.sleep(quietInMs);
        const news = stream.aborted ? undefined : await observer.look(systemNow());
        if (!news) break;
        for (const { event, data } of news) await stream.writeSSE({ event, data: JSON.stringify(data) });
        if (look % looksPerHeartbeat === 0) await stream.write(': still here\n\n');
      }
    } finally {
      unwatch();
      stopping.removeEventListener('abort', end);
    }
  });
}

/** A pause that ends early when it is woken, even if that happened before it began. */
function createPauser(): { pause(delayInMs: number): Promise<void>; wake(): void } {
  let isWoken = false;
  let resume = () => {};
  const pause = async (delayInMs: number) => {
    if (!isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayInMs);
        resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isWoken = false;
  };
  const wake = () => {
    isWoken = true;
    resume();
  };
  return { pause, wake };
}
