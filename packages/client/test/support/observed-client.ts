import { createEscrowClient, type EscrowClient, type EscrowClientOptions } from '../../src/index.ts';

/** A request as it left the client. */
export interface SentRequest {
  /** Method and address, such as `GET https://users.test/users/usr_1`. */
  to: string;
  headers: Record<string, string>;
  /** The body as text; empty if there is none. */
  body: string;
}

/** An answer of the service. An object is sent as JSON, text unchanged. */
interface Answer {
  status?: number;
  body?: object | string;
  headers?: Record<string, string>;
}

/** Answers by `METHOD /path`, or `*` for all others. A list is used in turn, and its last answer repeats. */
export type AnswerTable = Readonly<Record<string, Answer | readonly Answer[]>>;

const withoutBody: readonly number[] = [204, 205, 304];

function toResponse({ status = 200, body = '', headers = {} }: Answer): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(withoutBody.includes(status) ? null : text, { status, headers });
}

/** A `fetch` that answers from a table and records the requests. One that is not in the table fails as if the host were down. */
function createRecordingFetch(table: AnswerTable) {
  const sent: SentRequest[] = [];
  const taken = new Map<string, number>();
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url } = request;
    sent.push({ to: `${method} ${url}`, headers: Object.fromEntries(request.headers), body: await request.text() });
    const key = `${method} ${new URL(url).pathname}`;
    const answers = [table[key] ?? table['*'] ?? []].flat();
    const turn = taken.get(key) ?? 0;
    taken.set(key, turn + 1);
    const answer = answers[Math.min(turn, answers.length - 1)];
    if (!answer) throw new Error(`The table has no answer for ${key}.`);
    return toResponse(answer);
  };
  return { fetch, sent };
}

/** A sent request with its JSON body parsed. */
export const withJson = ({ to, headers, body }: SentRequest): object => ({
  to,
  headers,
  body: body && JSON.parse(body),
});

/** All tokens, each recognizable on the wire. */
export const tokens = {
  organization: 'org-token',
  clientAdmin: 'adm-token',
  legacyUser: 'usr-token',
  legacyApp: 'app-token',
  apiKey: 'key-token',
};

/** A client with a different address for each host, so that a request to the wrong one is visible. It checks all rules and never retries. */
export function createObservedClient(
  table: AnswerTable,
  options: Partial<EscrowClientOptions> = {},
): { escrow: EscrowClient; sent: SentRequest[] } {
  const { fetch, sent } = createRecordingFetch(table);
  const escrow = createEscrowClient({
    hosts: {
      contract: 'https://contract.test',
      auth: 'https://auth.test',
      identity: 'https://identity.test',
      users: 'https://users.test',
      legacy: 'https://legacy.test',
    },
    clientId: 'shop-client',
    clientSecret: 'shop-secret',
    tokens,
    checks: 'all',
    retry: { max: 0 },
    fetch,
    ...options,
  });
  return { escrow, sent };
}

/** The headers of a request without a body, and of one with a JSON body. */
export const bareHeaders = (token: string): Record<string, string> => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
});
export const jsonHeaders = (token: string): Record<string, string> => ({
  ...bareHeaders(token),
  'content-type': 'application/json',
});
