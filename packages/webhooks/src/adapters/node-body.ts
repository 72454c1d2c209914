import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type BodyReader, lostBody } from '../receiver/webhook-request.ts';

/** What a raw or text parser, or a platform that reads bodies itself, leaves on a request. */
interface ParsedMessage extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/** The body of a message: what is still to be read, or else what whoever read it left of it. */
export function bodyOfMessage(message: ParsedMessage): unknown {
  return message.readableDidRead ? (message.rawBody ?? message.body ?? lostBody) : readerOf(message);
}

/** A message as a reader. It is not destroyed where it is not read to its end, so that it can still be answered. */
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
