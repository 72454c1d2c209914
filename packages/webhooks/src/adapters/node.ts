import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookReceiver } from '../receiver/create-receiver.ts';
import { bodyOfMessage } from './node-body.ts';

/**
 * A receiver as a `node:http` listener and an Express handler. In Express, mount it before any JSON parser: after one, every
 * request gets a 500 that says so, because a parsed body is no longer what was signed.
 * @example app.post('/webhooks', createNodeHandler(receiver));
 */
export function createNodeHandler(
  receiver: WebhookReceiver,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { method = '', headers } = request;
    const answer = await receiver.receive({ method, headers, body: bodyOfMessage(request) });
    // A server time-out may have answered before.
    if (response.headersSent) return;
    // The server would take the rest of an unread body for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(answer.status, answer.headers).end(answer.body);
    request.resume();
  };
}
