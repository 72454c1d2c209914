import createClient, { type Client } from 'openapi-fetch';
import { fail } from './errors/escrow-error.ts';
import { hostNames, operationTable } from './generated/operations.ts';
import type { paths } from './generated/schema.ts';
import type { OperationId } from './operation-types.ts';
import type { CallOptions } from './options.ts';
import type { HostName } from './transport/operation.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import { type Exchange, send, type Transport } from './transport/send.ts';

/**
 * An openapi-fetch client for each host, on the client's transport: tokens, checks, retries and deadline are the same.
 * A refusal is not thrown but returned as `error`. Options of one call go into `call`, beside `params` and `body`.
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

/** openapi-fetch hands options that it does not know on as properties of the request. */
type RequestWithOptions = Request & { call?: CallOptions; exchange?: Exchange };

function operationAt(host: HostName, method: string, template: string): OperationId {
  const operationId = (Object.keys(operationTable) as OperationId[]).find((id) => {
    const operation = operationTable[id];
    return operation.host === host && operation.method === method && operation.template === template;
  });
  return operationId ?? fail('configuration', `${method} ${template} is no operation of hosts.${host}.`);
}

/** Creates the openapi-fetch clients. */
export function createRawClients(transport: Transport): RawClients {
  const entries = hostNames.map((host) => {
    // A host that is not set gets an address that is never called.
    const client = createClient<paths>({ baseUrl: transport.hosts[host] ?? 'not-set:' });
    client.use({
      async onRequest({ request, schemaPath, params, options }) {
        const operationId = operationAt(host, request.method, schemaPath);
        const { call, exchange = {} } = request as RequestWithOptions;
        Object.assign(exchange, await send(transport, operationId, request, params, call));
        return toResponse(exchange as Exchange, options.parseAs);
      },
    });
    return [host, client] as const;
  });
  return Object.fromEntries(entries) as RawClients;
}
