import { parseJson } from '../deployment/parse-json.ts';
import { readAnswer } from '../deployment/read-answer.ts';
import { answerLimitInMs, describeFailure } from '../deployment/send.ts';
import type { Interaction } from '../pacts/pact-document.ts';

/** A broker of pacts. */
export interface Broker {
  /** Without a trailing slash. */
  url: string;
  /** The Authorization header; undefined for a broker without authentication. */
  authorization: string | undefined;
}

/** A resource of a broker, as far as it is read. A pact has interactions. */
export interface Resource {
  _links?: Record<string, { href: string } | undefined>;
  interactions?: Interaction[];
}

/** Reads the variables that Pact's own tools read. Throws if they name no broker. */
export function readBroker(variables: Readonly<Record<string, string | undefined>>): Broker {
  const {
    PACT_BROKER_BASE_URL: address = '',
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: user,
    PACT_BROKER_PASSWORD: password = '',
  } = variables;
  const url = URL.parse(address);
  if (!url?.protocol.startsWith('http'))
    throw new Error('Set PACT_BROKER_BASE_URL to the http or https address of your broker.');
  if (url.username !== '' || url.password !== '') {
    throw new Error(
      'Remove user name and password from PACT_BROKER_BASE_URL, and set PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
    );
  }
  const basic = user && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { url: url.href.replace(/\/+$/, ''), authorization: token ? `Bearer ${token}` : basic };
}

/**
 * Gets a resource of a broker or, with content, posts to it. Resolves with undefined if there is none to get. Rejects if the
 * broker refuses or does not answer.
 */
export async function askBroker(
  { authorization }: Broker,
  address: string,
  content?: object,
): Promise<Resource | undefined> {
  const method = content ? 'POST' : 'GET';
  const request = new Request(address, {
    method,
    headers: { accept: 'application/hal+json', ...(authorization !== undefined && { authorization }) },
    ...(content && { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(answerLimitInMs),
  });
  if (content) request.headers.set('content-type', 'application/json');
  const throwNoAnswer = (cause: unknown) => {
    const reason = describeFailure(cause);
    throw new Error(
      `The broker at ${new URL(address).origin} gave no answer (${reason}). Check PACT_BROKER_BASE_URL.`,
      { cause },
    );
  };
  const response = await fetch(request).catch(throwNoAnswer);
  const answer = parseJson(await readAnswer(response).catch(throwNoAnswer));
  if (response.ok) return (answer ?? {}) as Resource;
  if (response.status === 404 && !content) return undefined;
  const remedy =
    response.status === 401
      ? 'Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.'
      : 'See the log of the broker.';
  throw new Error(`The broker answered ${method} ${new URL(address).pathname} with ${response.status}. ${remedy}`);
}
