import type { WebhookReceiver } from '../receiver/receiver.ts';
import { lostBody } from '../receiver/request.ts';

/**
 * A receiver as a function from `Request` to `Response`: for Hono, Next.js route handlers, workers, Bun and Deno.
 * @example export const POST = createFetchHandler(receiver);
 */
export function createFetchHandler(receiver: WebhookReceiver): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers } = request;
    const body = request.bodyUsed || request.body?.locked ? lostBody : request.body?.getReader();
    const answer = await receiver.receive({ method, headers, body });
    return new Response(answer.body, answer);
  };
}
