import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';
import { secret } from './receiver.ts';

/** A request that was read. */
interface ReadRequest {
  body: string;
  signature: string | undefined;
  message: IncomingMessage;
}

/** How an endpoint differs from a right one. */
export interface Behaviour {
  read?: (message: IncomingMessage) => Promise<string>;
  isAuthentic?: (request: ReadRequest) => boolean;
  /** The status for an authentic event. */
  receive?: (event: Record<string, unknown>, request: ReadRequest) => number | Promise<number>;
  /** Answers in place of all this. */
  answer?: (message: IncomingMessage, response: ServerResponse) => void;
}

export const signatureOf = (body: string, key: string = secret): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const isSigned = ({ body, signature }: ReadRequest) => signature?.toLowerCase() === signatureOf(body);

async function readAll(message: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of message.setEncoding('utf8')) body += chunk;
  return body;
}

/** Starts an endpoint that is right but for this behaviour, and returns its address. */
export async function startEndpoint({
  read = readAll,
  isAuthentic = isSigned,
  receive = () => 200,
  answer,
}: Behaviour): Promise<string> {
  const usual = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await read(message);
    const request = { body, signature: message.headers['service-signature'] as string | undefined, message };
    response.statusCode = isAuthentic(request) ? await receive(JSON.parse(body), request) : 401;
    response.end();
  };
  const { url, close } = await listen(createServer(answer ?? usual));
  onTestFinished(async () => {
    await close();
  });
  return url;
}
