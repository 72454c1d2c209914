import createClient, { type Client, defaultPathSerializer } from 'openapi-fetch';
import { isSuccess } from './errors/api-error.ts';
import { configurationError } from './errors/escrow-error.ts';
import { hostNames, operationTable } from './generated/operations.ts';
import type { paths } from './generated/schema.ts';
import type { OperationId } from './operation-types.ts';
import type { HostName } from './transport/operation.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import { type CallOptions, type Exchange, send, type Transport } from './transport/send.ts';

/**
 * An openapi-fetch client for each host, on the client's transport: tokens, checks, retries and deadline are the same.
 * A refusal is not thrown but returned as `error`. Options of one call go into `call`, beside `params` and `body`.
 * @example await escrow.raw.contract.POST('/api/external/contracts', { body, call: { timeoutInMs: 5000 } })
 */
export type RawClients = Readonly<Record<HostName, Client<paths>>>;

/** A response that keeps beside it what it took to get it. */
export type KeptResponse = Response & { exchange: Exchange };

/**
 * An answer that was read, as a response again. Its constructor refuses some of the statuses that a server can send. The
 * error of openapi-fetch's parser would quote what it read, so that it gets JSON to parse.
 */
function toResponse(exchange: Exchange, parseAs: string): KeptResponse {
  const { status, headers, text } = exchange.answer;
  const ok = isSuccess(status);
  const isParsed = ok && text && parseAs === 'json';
  const response = new Response(isParsed ? JSON.stringify(readSuccess(exchange, parseJson(text))) : text, { headers });
  return Object.defineProperties(response, {
    status: { value: status },
    ok: { value: ok },
    exchange: { value: exchange },
  }) as KeptResponse;
}

/** Runs what openapi-fetch does before it hands a request over, with an error of ours. */
function encode<Encoded>(run: () => Encoded): Encoded {
  try {
    return run();
  } catch (cause) {
    throw configurationError("the input can't be encoded, see the cause.", { cause });
  }
}

/** openapi-fetch hands an option that it does not know on as a property of the request. */
type RequestWithOptions = Request & { call?: CallOptions };

function operationAt(host: HostName, method: string, template: string): OperationId {
  const entries = Object.entries(operationTable) as [OperationId, (typeof operationTable)[OperationId]][];
  const entry = entries.find(([, it]) => it.host === host && it.method === method && it.template === template);
  if (entry) return entry[0];
  throw configurationError(`${method} ${template} is no operation of hosts.${host}.`);
}

/** Creates the openapi-fetch clients. */
export function createRawClients(transport: Transport): RawClients {
  const entries = hostNames.map((host) => {
    // A host that is not set gets an address that is never called.
    const client = createClient<paths>({
      baseUrl: transport.hosts[host] ?? 'https://not-set.invalid',
      bodySerializer: (body) => encode(() => JSON.stringify(body)),
      pathSerializer: (template, path) => encode(() => defaultPathSerializer(template, path)),
    });
    client.use({
      async onRequest({ request, schemaPath, params, options }) {
        const operationId = operationAt(host, request.method, schemaPath);
        const { call } = request as RequestWithOptions;
        return toResponse(await send(transport, operationId, request, params, call), options.parseAs);
      },
    });
    return [host, client] as const;
  });
  return Object.fromEntries(entries) as RawClients;
}
