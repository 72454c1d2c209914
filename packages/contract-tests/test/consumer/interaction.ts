import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createEscrowClient, type EscrowClient, type TokenKind } from '@escrow-kit/client';
import { getOperation, type OperationId, openApiDocument } from '@escrow-kit/spec';
import { SpecificationVersion } from '@pact-foundation/pact';
import { makeConsumerPact } from '@pact-foundation/pact-core';
import { expect } from 'vitest';
import { tokenNames } from '../../src/deployment/deployment.ts';
import { providerName } from '../../src/pacts/pacts.ts';
import type { StateName } from '../../src/states/catalogue.ts';
import { exampleOf, examples, pathOf, type StateValueName, text } from './values.ts';

/** A status; with a class, any status of it, where the service does not show which. Pact's mock answers with the example. */
interface Status {
  example: number;
  anyOf?: 'success' | 'clientError';
}

const anySuccess: Status = { example: 200, anyOf: 'success' };
export const anyRefusal = (example = 400): Status => ({ example, anyOf: 'clientError' });
export const exactly = (example: number): Status => ({ example });

/** An answer of which a rule says nothing but that it is a JSON object. */
export const anyObject = {};

/** A call and its answer. What the document says of the operation is taken from there. */
export interface Exchange {
  /** Begins with the id of the rule that it shows. */
  description: string;
  operation: OperationId;
  state: StateName;
  /** Parameters of the state. */
  parameters?: object;
  /** The names of values for placeholders of the path, where they are called otherwise. */
  path?: Readonly<Record<string, StateValueName>>;
  /** Default: the token that the operation takes. */
  token?: StateValueName | 'none' | 'unknown';
  query?: Readonly<Record<string, string>>;
  contentType?: string;
  body?: unknown;
  /** Default: any success. */
  status?: Status;
  /** Default: it does not matter. */
  answer?: unknown;
}

/** An exchange that the client makes. */
interface ClientExchange extends Exchange {
  /** The body as a user of the client writes it, who leaves out what the client fills in. Default: the one that is sent. */
  written?: unknown;
  /** The method of the client. Default: the call by the operation's id. */
  call?: (client: EscrowClient) => Promise<unknown>;
  /** What the call returns. Default: the answer. */
  result?: unknown;
  /** What the call fails with. Default: it succeeds. */
  error?: object;
}

const formType = 'application/x-www-form-urlencoded';

function requestOf({ operation, path = {}, token, query = {}, contentType, body }: Exchange) {
  const { method, path: template, mediaType, definition } = getOperation(operation);
  const names: Readonly<Record<string, StateValueName>> = { id: 'legacyUserId', ...path };
  const nameOf = (placeholder: string) => names[placeholder] ?? (placeholder as StateValueName);
  const [scheme, other] = definition.security.flatMap(Object.keys) as StateValueName[];
  // A state finds out which of two kinds of token is taken (AUTH-8).
  const sent = token ?? (other ? 'identityToken' : scheme);
  const authorization = sent === 'unknown' ? 'Bearer token-that-nobody-issued' : text`Bearer ${sent as StateValueName}`;
  return {
    method,
    path: pathOf(template, nameOf),
    headers: {
      ...(mediaType === formType && { Accept: 'application/json' }),
      ...(sent !== undefined && sent !== 'none' && { Authorization: authorization }),
    },
    query,
    contentType: contentType ?? mediaType ?? '',
    body,
    token: sent,
    placeholders: Object.fromEntries(
      [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, examples[nameOf(name)]]),
    ),
  };
}

const toText = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part));

/** Where `pnpm generate` collects the pacts. */
const collected = process.env['ESCROW_PACT_FOLDER'];

/** A new pact. In a common one, an interaction would silently overwrite another of the same description and state. */
export const createPact = (consumer: string) =>
  makeConsumerPact(consumer, providerName, SpecificationVersion.SPECIFICATION_VERSION_V4, 'error');

/** Leaves a pact to `pnpm generate`, which joins them. */
export function collectPact(pact: { writePactFile: (folder: string, overwrite?: boolean) => void }): void {
  if (collected) pact.writePactFile(join(collected, randomUUID()));
}

/** Runs `act` against Pact's mock of an exchange, which has to get exactly this request, and writes the pact. */
async function record(exchange: Exchange, act: (mock: string) => Promise<void>): Promise<void> {
  const { description, state, parameters, status = anySuccess, answer } = exchange;
  const { method, path, headers, query, contentType, body } = requestOf(exchange);
  const pact = createPact('escrow-kit-client');
  const interaction = pact.newInteraction(description);
  if (parameters) interaction.givenWithParams(state, JSON.stringify(parameters));
  else interaction.given(state);
  interaction.withRequest(method, toText(path));
  for (const [name, header] of Object.entries(headers)) interaction.withRequestHeader(name, 0, toText(header));
  for (const [name, parameter] of Object.entries(query)) interaction.withQuery(name, 0, parameter);
  if (body !== undefined) interaction.withRequestBody(toText(body), contentType);
  interaction.withStatus(status.example);
  if (status.anyOf) {
    const matchers = [{ match: 'statusCode', status: status.anyOf }];
    interaction.withResponseMatchingRules(JSON.stringify({ status: { $: { matchers } } }));
  }
  if (answer !== undefined) interaction.withResponseBody(toText(answer), 'application/json');
  const port = pact.createMockServer('127.0.0.1');
  try {
    await act(`http://127.0.0.1:${port}`);
  } finally {
    expect(pact.mockServerMismatches(port)).toEqual([]);
    pact.cleanupMockServer(port);
  }
  collectPact(pact);
}

/** The real client makes the call. */
export async function expectCall({ written, call, result, error, ...exchange }: ClientExchange): Promise<void> {
  const { operation, query, body, answer } = exchange;
  const { placeholders, token, headers } = requestOf(exchange);
  const input = { path: placeholders, query, body: written ?? exampleOf(body) };
  const sent: (string | null)[] = [];
  await record(exchange, async (mock) => {
    const client = createEscrowClient({
      baseUrl: mock,
      clientId: examples.clientId,
      clientSecret: examples.clientSecret,
      tokens: tokensFor(token),
      retry: { max: 0 },
      fetch: (...[target, init]: Parameters<typeof fetch>) => {
        const request = new Request(target, init);
        sent.push(request.headers.get('authorization'));
        return fetch(request);
      },
    });

    const called = call ? call(client) : client.call(operation, input as never);

    if (error) await expect(called).rejects.toMatchObject(error);
    else expect(await called).toEqual(result ?? exampleOf(answer));
  });
  // The mock does not mind a header that it does not know.
  expect(sent).toEqual([exampleOf(headers.Authorization) ?? null]);
}

/** Every kind of token; the one that a state finds out is each. */
function tokensFor(token: string | undefined): Record<TokenKind, string> {
  const tokens = tokenNames.map((name) => [
    openApiDocument.components.securitySchemes[name]?.['x-token'],
    examples[token === 'identityToken' ? token : name],
  ]);
  return Object.fromEntries(tokens) as Record<TokenKind, string>;
}

/** The service refuses the call, which the client would not make. */
export const expectRefused = ({ status = anyRefusal(), ...exchange }: Exchange): Promise<void> =>
  record({ status, ...exchange }, async (mock) => {
    const { method, path, headers, query, contentType, body } = requestOf(exchange);
    const sent = exampleOf(body);
    const form = new URLSearchParams(sent as Record<string, string>).toString();

    const response = await fetch(`${mock}${exampleOf<unknown>(path)}?${new URLSearchParams(query)}`, {
      method,
      headers: { ...(exampleOf(headers) as Record<string, string>), 'content-type': contentType },
      ...(sent !== undefined && { body: contentType === formType ? form : toText(sent) }),
    });

    expect(response.status).toBe(status.example);
  });
