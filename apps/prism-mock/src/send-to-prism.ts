import { Agent, type IncomingMessage, request } from 'node:http';

/** A request to Prism. */
export interface PrismRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** Empty if there is none. */
  body: string;
}

/** Prism's answer. */
export interface PrismAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const agent = new Agent({ keepAlive: true });

/** Headers of the connection with Prism. The connection with the caller has its own. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** Sends one request. Rejects with Node's error if the connection breaks or the signal aborts. */
export async function sendToPrism(url: string, prismRequest: PrismRequest, signal: AbortSignal): Promise<PrismAnswer> {
  const response = await send(url, prismRequest, signal);
  const headers = Object.entries(response.headers).filter(([name]) => !ownHeaders.has(name));
  return {
    status: response.statusCode as number,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: await readAnswer(response),
  };
}

/** The most bytes of one of Prism's answers, which are the examples of the document. */
const answerLimitInBytes = 4 * 1024 * 1024;

/** Rejects if an answer is longer, which ends its connection. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > answerLimitInBytes) throw new Error(`Prism answered with more than ${answerLimitInBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function send(
  url: string,
  { method, path, headers, body }: PrismRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A complete URL, because Prism would take `//users` for a host.
    request(url, { method, path: url + path, headers, agent, signal })
      .once('response', resolve)
      .on('error', reject)
      .end(body);
  });
}
