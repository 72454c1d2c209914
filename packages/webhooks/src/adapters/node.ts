import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookReceiver } from '../receiver/create-receiver.ts';
import { bodyOfMessage } from './node-body.ts';

/**
 * A receiver as a listener of `node:http` and a handler of Express. In Express, mount it before any JSON parser: one that ran
 * first is answered with 500 and a text that says so, because what was signed is gone.
 * @example app.post('/webhooks', createNodeHandler(receiver));
 */
export function createNodeHandler(
  receiver: WebhookReceiver,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { method = '', headers } = request;
    const answer = await receiver.receive({ method, headers, body: bodyOfMessage(request) });
    // A time-out of the server may have answered before.
    if (response.headersSent) return;
    // The rest of a body that was not read to its end would be taken for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(answer.status, answer.headers).end(answer.body);
    request.resume();
  };
}
