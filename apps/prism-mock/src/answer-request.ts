import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import {
  asksFor,
  fillPath,
  findOperation,
  methodsOf,
  type RoutedOperation,
  responseFor,
  tokensGivenBy,
} from '@escrow-kit/spec';
import { type Answer, answersPath, createProblem, type supervisePrism } from './prism.ts';
import { parseBody, refuseRequest } from './refuse-request.ts';

type AnswerOptions = { prism: ReturnType<typeof supervisePrism>; host: string; log: (line: string) => void };

/** Checks a request by the document, and asks Prism for the answer. Throws a problem for what the document has no answer for. */
export async function answerRequest(incoming: IncomingMessage, { prism, host, log }: AnswerOptions): Promise<Answer> {
  const { method = 'GET', url = '/', headers: given } = incoming;
  // A web page whose own name resolves to this machine names another host (DNS rebinding).
  if (isLoopback(host) && !isLoopback(URL.parse(`http://${given.host}`)?.hostname ?? '')) {
    throw createProblem(403, 'Call the mock at 127.0.0.1 or localhost, or start it with another --host.');
  }
  const text = await readText(incoming);
  if (method === 'OPTIONS') return prism.send({ method, path: '/', headers: toPrismHeaders(given, ''), body: '' });
  const { pathname, search } = new URL(`http://mock${url.startsWith('/') ? '' : '/'}${url}`);
  const routed = findOperation(method, pathname);
  if (!routed) throw createProblem(methodsOf(pathname).length > 0 ? 405 : 404, 'The document has no such operation.');
  const { operation, path } = routed;
  // A body that the operation does not take may be anything.
  const body = operation.mediaType === undefined ? '' : text;
  const headers = toPrismHeaders(given, body);
  const refusal = refuseRequest({ operation, path, query: search.slice(1), headers, body });
  // A caller who chooses an answer gets it, even for a wrong request.
  const isChosen = choosesAnswer(operation, given['prefer']);
  const prefer = isChosen ? given['prefer'] : (refusal?.prefer ?? tokenAskedFor(operation, body) ?? given['prefer']);
  const answer = await prism.send(
    refusal
      ? { method: 'GET', path: answersPath(operation.id), headers: { prefer, accept: '*/*' }, body: '' }
      : {
          method,
          path: fillPath(operation.path, path) + search,
          headers: { ...headers, ...(prefer && { prefer }) },
          body,
        },
  );
  log([operation.id, answer.status, refusal?.rule].filter(Boolean).join(' '));
  if (refusal) answer.headers['sl-violations'] = refusal.violations;
  return answer;
}

/** The preference of the example of the token that a call asks for, of a login that gives several kinds. */
function tokenAskedFor({ id, mediaType }: RoutedOperation['operation'], body: string): string | undefined {
  const tokens = tokensGivenBy(id);
  const token = tokens.length > 1 ? tokens.find((each) => asksFor(each, parseBody(body, mediaType).value)) : undefined;
  return token && `example=${token.kind}`;
}

/** The largest body. Our choice: not shown. */
const bodyLimitInBytes = 1024 * 1024;

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    // The rest is read and dropped, because a client that is still sending would not read the answer.
    if (size <= bodyLimitInBytes) chunks.push(chunk);
  }
  if (size > bodyLimitInBytes) throw createProblem(413, `The body is larger than ${bodyLimitInBytes} bytes.`);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Prism refuses `bearer` and callers who accept no JSON, never answers some charsets, and ends at some types without a body. */
function toPrismHeaders(given: IncomingHttpHeaders, body: string): IncomingHttpHeaders {
  const [mediaType] = given['content-type']?.split(';') ?? [];
  const headers = {
    ...given,
    accept: '*/*',
    authorization: given.authorization?.replace(/^bearer/i, 'Bearer'),
    'content-type': body && mediaType?.trim().toLowerCase(),
  };
  const ofConnection = ['connection', 'expect', 'host', 'trailer', 'transfer-encoding', 'upgrade'];
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => value && !ofConnection.includes(name)));
}

/**
 * Whether `Prefer` names a status or an example. Throws a problem if the document lacks it: Prism would answer 500, or by another one.
 */
function choosesAnswer({ responses }: RoutedOperation['operation'], prefer: unknown): boolean {
  const entries = [...String(prefer).matchAll(/(?:"[^"]*"|[^,"])+/g)].map(([entry]) => {
    const [, name = '', quoted, plain] = /^\s*(\w+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/.exec(entry) ?? [];
    return [name.toLowerCase(), quoted ?? plain];
  });
  // If one is repeated the first counts, as in Prism.
  const { code, example }: Record<string, string | undefined> = Object.fromEntries(entries.reverse());
  const status = code ?? Object.keys(responses).find((each) => each.startsWith('2'));
  const response = responseFor(responses, Number(status));
  const statuses = Object.keys(responses).join(', ');
  if (!response) throw createProblem(404, `The document has no such response. It has ${statuses}.`);
  const names = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
  if (example === undefined || names.includes(example)) return code !== undefined || example !== undefined;
  throw createProblem(404, `The document has no such example of ${status}. It has ${names.join(', ') || 'none'}.`);
}
