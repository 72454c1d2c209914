import type { ClientRequest, IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import type { CapturedBody, RawExchange } from '../raw-exchange.ts';
import { toPairs } from './raw-headers.ts';
import { refuse } from './refuse.ts';
import type { Destination } from './route.ts';
import { openRequest, sendHead, sendInformation } from './send-head.ts';
import type { ServiceConnections } from './service-connections.ts';
import type { Tap } from './tap.ts';

const noAnswer = Object.assign(new Error('No answer came.'), { code: 'ECONNRESET' });

/** An exchange to pass through. */
interface Passing {
  kind: RawExchange['kind'];
  destination: Destination;
  connections: ServiceConnections;
  tap: Tap;
}

/**
 * Passes one exchange through, and adds it to the tap when it is over.
 *
 * It is sending until the service answers, then answering, and over once the answer has gone out or either side has broken off.
 * Request and answer may pass at the same time. What breaks off on one side breaks off on the other. Only if no connection to the
 * service could be made, so that the service got nothing, there is an answer of our own: a 502 that says why. After that point a
 * status would be a lie: the service may have done what was asked. What Node reads but refuses to send, such as the status 099 or a
 * control character in a reason, breaks off like a connection.
 */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { kind, destination, connections, tap }: Passing,
): void {
  const startedAt = Date.now();
  const start = performance.now();
  const endRequestBody = tap.capture(incoming);
  let answer: { message: IncomingMessage; endBody: (isWhole: boolean) => CapturedBody } | undefined;
  let isConnected = false;
  let failure: string | undefined;

  response.once('close', end);
  let outgoing: ClientRequest;
  try {
    outgoing = openRequest(incoming, { ...destination, connections });
  } catch (error) {
    giveUp(error as Error);
    return;
  }
  outgoing.once('socket', (socket) => {
    const isSecure = 'authorized' in socket;
    isConnected = isSecure ? socket.authorized === true : !socket.connecting;
    if (isConnected) return;
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    });
  });
  outgoing.on('information', (information) => sendInformation(information, response));
  outgoing.once('response', (message) => {
    answer = { message, endBody: tap.capture(message) };
    message.once('error', fail);
    try {
      sendHead(message, response);
    } catch (error) {
      giveUp(error as Error);
      return void outgoing.destroy();
    }
    passBody(message, response);
  });
  outgoing.on('error', fail);
  // Without an error, if the service switches protocols.
  outgoing.once('close', () => !answer && fail(noAnswer));
  passBody(incoming, outgoing);

  function fail(error: NodeJS.ErrnoException): void {
    // The service may answer and close before it has read everything.
    if (answer?.message.complete) return void incoming.resume();
    giveUp(error);
  }

  function giveUp(error: NodeJS.ErrnoException): void {
    if (failure !== undefined) return;
    failure = error.code ?? error.name;
    if (isConnected) breakOff(response, answer?.message);
    else refuse(response, { status: 502, reason: `No connection to ${destination.url.origin}: ${failure}` });
    incoming.resume();
  }

  function end(): void {
    if (!response.writableFinished) failure ??= 'CLIENT_CLOSED';
    const isWhole = failure === undefined;
    tap.add({
      kind,
      startedAt,
      durationInMs: performance.now() - start,
      ...(destination.host && { host: destination.host }),
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      requestHeaders: toPairs(incoming.rawHeaders),
      requestBody: endRequestBody(incoming.complete),
      ...(answer && {
        response: {
          status: answer.message.statusCode ?? 0,
          headers: toPairs(answer.message.rawHeaders),
          body: answer.endBody(isWhole && answer.message.complete),
          ...(answer.message.rawTrailers.length > 0 && { trailers: toPairs(answer.message.rawTrailers) }),
        },
      }),
      ...(failure !== undefined && { failure }),
    });
  }
}

/** Passes a body with its trailers, no faster than it is read. The head goes with its beginning, or alone if that is not there yet. */
function passBody(from: IncomingMessage, to: OutgoingMessage): void {
  // `flushHeaders` would send bytes above 127 as UTF-8.
  const flush = setImmediate(() => to.write('', 'latin1'));
  from.once('data', () => clearImmediate(flush));
  from.once('end', () => {
    clearImmediate(flush);
    if (from.rawTrailers.length > 0) to.addTrailers(toPairs(from.rawTrailers));
    to.end();
  });
  from.pipe(to, { end: false });
}

/**
 * Ends the application's connection as the service's ended. What was already passed still goes out, unless the end of the connection
 * would make the body look complete.
 */
function breakOff(response: ServerResponse, answer: IncomingMessage | undefined): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = answer?.headers ?? {};
  const { socket } = response;
  const looksComplete = answer !== undefined && length === undefined && encoding === undefined;
  if (!socket) response.destroy();
  else if (looksComplete) socket.resetAndDestroy();
  else socket.destroySoon();
}
