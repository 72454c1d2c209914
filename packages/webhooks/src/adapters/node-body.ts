import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type BodyReader, lostBody } from '../receiver/webhook-request.ts';

/** Raw and text parsers, and platforms that read bodies themselves, leave the body on the request. */
interface ParsedMessage extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/** The body of a message: a reader if nothing has read it yet, otherwise what a parser left. */
export function bodyOfMessage(message: ParsedMessage): unknown {
  return message.readableDidRead ? (message.rawBody ?? message.body ?? lostBody) : readerOf(message);
}

/** Reads a message without destroying it if it stops early, so that it can still be answered. */
function readerOf(message: IncomingMessage): BodyReader {
  const chunks = message[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await chunks.next();
      return { done, value: typeof value === 'string' ? Buffer.from(value) : value };
    },
    cancel() {},
  };
}
