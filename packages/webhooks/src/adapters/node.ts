import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import { type BodyReader, lostBody } from '../receiver/request.ts';

/**
 * A receiver as a `node:http` listener and an Express handler. In Express, mount it before any JSON parser: after one, every
 * request gets a 500 with `body_not_raw`, because a parsed body is no longer what was signed.
 * @example app.post('/webhooks', createNodeHandler(receiver));
 */
export function createNodeHandler(
  receiver: WebhookReceiver,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (request, response) => {
    const { method = '', headers } = request;
    const answer = await receiver.receive({
      method,
      headers,
      body: bodyOfMessage(request),
      remoteAddress: request.socket.remoteAddress,
    });
    // A server time-out may have answered already.
    if (response.headersSent) return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

/** Raw and text parsers, and platforms that read bodies themselves, leave the body on the request. */
interface ParsedMessage extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/** The body of a message: a reader if nothing has read it yet, otherwise the output of a parser. */
export function bodyOfMessage(message: ParsedMessage): unknown {
  return message.readableDidRead ? (message.rawBody ?? message.body ?? lostBody) : readerOf(message);
}

/** Reads a message. Giving up the rest closes its connection. */
function readerOf(message: IncomingMessage): BodyReader {
  const chunks = message[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await chunks.next();
      return { done, value: typeof value === 'string' ? Buffer.from(value) : value };
    },
    cancel: () => message.destroy(),
  };
}
