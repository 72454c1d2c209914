import type { Verifier } from '@pact-foundation/pact';
import { readAnswer } from '../deployment/read-answer.ts';
import { answerLimitInMs, describeFailure } from '../deployment/send.ts';
import { keepAnswerHeaders, keepRequestHeaders } from '../verify/provider-server.ts';
import { restoreForm } from '../verify/restore-form.ts';

type RequestFilter = NonNullable<ConstructorParameters<typeof Verifier>[0]['requestFilter']>;
type Received = Parameters<RequestFilter>[0];

/** What Pact asks of its own proxy: states and messages. */
const pactPaths = ['/_pactSetup', '/_messages'];

/** After so many timeouts in a row nothing more is sent, because a hundred requests would wait for an hour. */
const mostTimeouts = 2;

/** Sends a request and reads its answer. Rejects with a sentence if there is none in time. */
export type Call = (url: string, request?: RequestInit) => Promise<{ response: Response; text: string }>;

/** Creates the function that sends requests to one host, which the sentences call by this name. */
export function createCall(name: string): Call {
  let timeouts = 0;
  return async (url, request) => {
    const noAnswer = (reason: string, cause?: unknown) =>
      new Error(`${name} gave no answer at ${new URL(url).origin} (${reason}).`, { cause });
    if (timeouts >= mostTimeouts)
      throw noAnswer(`not in time, ${mostTimeouts} times in a row, so it was not called again`);
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitInMs) });
      const text = await readAnswer(response);
      timeouts = 0;
      return { response, text };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') timeouts += 1;
      throw noAnswer(describeFailure(error), error);
    }
  };
}

/** Where requests go, and what keeps them from it. */
interface Target {
  url: string;
  call: Call;
  /** Why the next request is not to be sent; undefined if it is. */
  takeObstacle(): string | undefined;
  onNoAnswer(reason: string): void;
}

/**
 * Sends each request in place of Pact's proxy, which ends the process if the service gives no answer. What is not sent, or not
 * answered, is answered with 502 and the reason, which no check expects.
 */
export function createForward({ url, call, takeObstacle, onNoAnswer }: Target): RequestFilter {
  const forward = async (received: Received, answer: Parameters<RequestFilter>[1]): Promise<void> => {
    const obstacle = takeObstacle();
    if (obstacle !== undefined) return void answer.status(502).type('text').send(obstacle);
    try {
      const { response, text } = await call(`${url.replace(/\/+$/, '')}${received.originalUrl}`, toRequest(received));
      const headers = keepAnswerHeaders(Object.fromEntries(response.headers));
      answer.writeHead(response.status, headers).end(text);
    } catch (error) {
      const { message } = error as Error;
      onNoAnswer(message);
      answer.status(502).type('text').send(message);
    }
  };
  return (request, response, next) => {
    if (pactPaths.includes(request.path)) next();
    else restoreForm(request, response, () => void forward(request, response));
  };
}

/** Pact's proxy has parsed JSON. */
function toRequest({ method, headers, body }: Received): RequestInit {
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return {
    method,
    headers: keepRequestHeaders(headers),
    redirect: 'manual',
    ...(hasBody && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  };
}
