import createClient, { type Client } from 'openapi-fetch';
import { hostNames, operationTable } from './generated/operations.ts';
import type { paths } from './generated/schema.ts';
import type { OperationId } from './operation-types.ts';
import type { CallOptions } from './options.ts';
import { asJson } from './rules/as-json.ts';
import { each } from './rules/each.ts';
import type { HostName } from './transport/operation.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import { type Exchange, send, type Transport } from './transport/send.ts';

/**
 * openapi-fetch clients by the names of the hosts, on the client's transport: tokens, checks, retries and deadline are the
 * same, and each path is sent to the host that the document gives it. A refusal is not thrown but returned as `error`.
 * Options of one call go into `call`, beside `params` and `body`.
 * @example await escrow.raw.contract.POST('/api/external/contracts', { body, call: { timeoutInMs: 5000 } })
 */
export type RawClients = Readonly<Record<HostName, Client<paths>>>;

/**
 * An answer that was read, as a response again. Its constructor refuses some of the statuses that a server can send. The
 * error of openapi-fetch's parser would quote what it read, so that it gets JSON to parse.
 */
function toResponse(exchange: Exchange, parseAs: string): Response {
  const { response, text } = exchange;
  const { status, ok, headers } = response;
  const isParsed = ok && text && parseAs === 'json';
  const body = isParsed ? JSON.stringify(readSuccess(exchange, parseJson(text))) : text;
  return Object.defineProperties(new Response(body, { headers }), { status: { value: status }, ok: { value: ok } });
}

/** Creates the openapi-fetch clients: one, under all names. */
export function createRawClients(transport: Transport): RawClients {
  // Its requests are never sent: they say what to send.
  const client = createClient<paths>({ baseUrl: 'http://raw', bodySerializer: (body) => JSON.stringify(asJson(body)) });
  client.use({
    async onRequest({ request, schemaPath, params, options }) {
      const { method } = request;
      const text = await request.text();
      // What is not JSON stays text, which no schema of a body accepts.
      const { value: body = text || undefined } = parseJson(text);
      // openapi-fetch hands options that it does not know on as properties of the request.
      const { call } = request as { call?: CallOptions };
      const [operationId = `${method} ${schemaPath}`] =
        Object.entries(operationTable).find(([, row]) => row.method === method && row.template === schemaPath) ?? [];
      const exchange = await send(
        transport,
        operationId as OperationId,
        { ...params, body },
        { ...call, signal: request.signal },
        request.headers,
      );
      return toResponse(exchange, options.parseAs);
    },
  });
  return each(hostNames, client) as RawClients;
}
