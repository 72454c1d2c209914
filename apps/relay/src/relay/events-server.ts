import { createServer, type Server } from 'node:http';
import type { WebhookReceiver } from '@escrow-kit/webhooks';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import type { TellNews } from '../output/news.ts';
import type { Target } from '../targets/target.ts';

/** The server that the service sends its events to. It has nothing else but `/health` and `/ready`. */
export function createEventsServer({
  receiver,
  isReady,
}: {
  /** The receiver for a request. */
  receiver: () => WebhookReceiver;
  /** Whether an event could be stored. */
  isReady: () => Promise<boolean>;
}): Server {
  return createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [path] = (request.url ?? '').split('?');
    if (isRead && path === '/health') return void response.writeHead(200, plain).end('ok\n');
    if (isRead && path === '/ready') {
      const ready = await isReady();
      return void response
        .writeHead(ready ? 200 : 503, plain)
        .end(ready ? 'ready\n' : "an event can't be stored; the log says why\n");
    }
    await createNodeHandler(receiver())(request, response);
  });
}

const plain = { 'content-type': 'text/plain' };

/** For how long an answer holds: whoever asks more often costs no write. */
const heldForInMs = 1_000;

/** Creates the function that resolves with whether an event could be stored for every target. It tells why not. */
export function createReadiness(targets: readonly Target[], tell: TellNews): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;

  async function isReady({ name, inbox }: Target): Promise<boolean> {
    try {
      await inbox.ready();
      return true;
    } catch (error) {
      tell({ what: 'trouble', target: name, message: (error as Error).message });
      return false;
    }
  }

  async function ask(): Promise<boolean> {
    const answers = await Promise.all(targets.map(isReady));
    setTimeout(() => {
      answer = undefined;
    }, heldForInMs).unref();
    return answers.every(Boolean);
  }

  return () => {
    answer ??= ask();
    return answer;
  };
}
