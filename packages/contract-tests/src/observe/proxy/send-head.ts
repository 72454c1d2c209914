import {
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  request as openPlain,
  type ServerResponse,
} from 'node:http';
import { request as openSecure } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { RawHeaders } from '../raw-exchange.ts';
import { canBeSetOneByOne, isNamed, toPairs, toServiceHeaders } from './raw-headers.ts';
import type { Destination } from './route.ts';
import type { ServiceConnections } from './service-connections.ts';

/** The longest head of a message. */
export const mostHeadBytes: number = 256 * 1024;

/** What Node adds to a message unless it is given or removed. */
const addedByNode = ['connection', 'content-length', 'transfer-encoding', 'date'];

/**
 * Opens the request to the service with the head as it came, but for its host and path. Its body is framed as its headers say. Node
 * adds `connection: keep-alive` in one case: headers that it can't send one by one, without `connection` among them.
 */
export function openRequest(
  incoming: IncomingMessage,
  { url, target, connections }: Destination & { connections: ServiceConnections },
): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const headers = withoutVainTrailer(toServiceHeaders(toPairs(incoming.rawHeaders), { host: url.host }));
  const isOneByOne = canBeSetOneByOne(headers);
  const outgoing = (isSecure ? openSecure : openPlain)({
    ...urlToHttpOptions(url),
    path: target,
    method: incoming.method,
    agent: isSecure ? connections.https : connections.http,
    maxHeaderSize: mostHeadBytes,
    setHost: false,
    ...(!isOneByOne && { headers: headers.flat() }),
  });
  // No limit to their number.
  outgoing.maxHeadersCount = 0;
  if (isOneByOne) {
    for (const name of addedByNode) outgoing.removeHeader(name);
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
  }
  return outgoing;
}

/** Sends the head of an answer as it came. HTTP/1.0 knows no chunks: there, the end of the connection ends the body. */
export function sendHead(answer: IncomingMessage, response: ServerResponse): void {
  for (const name of addedByNode) response.removeHeader(name);
  const isOld = response.req.httpVersion === '1.0';
  const headers = toPairs(answer.rawHeaders).filter((header) => !(isOld && isNamed('transfer-encoding')(header)));
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage, withoutVainTrailer(headers).flat());
}

/** Passes on what comes before an answer, such as `100 Continue`. */
export function sendInformation(information: InformationEvent, response: ServerResponse): void {
  const { statusCode, statusMessage, rawHeaders } = information;
  const lines = toPairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  if (statusCode === 100) response.writeContinue();
  else response.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Without `trailer` where the body can have none, which Node refuses to send. */
function withoutVainTrailer(headers: RawHeaders): RawHeaders {
  const isChunked = headers.some(
    (header) => isNamed('transfer-encoding')(header) && /(^|\W)chunked(\W|$)/i.test(header[1]),
  );
  return isChunked ? headers : headers.filter((header) => !isNamed('trailer')(header));
}
