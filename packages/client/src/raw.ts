import createClient, { type Client, defaultPathSerializer } from 'openapi-fetch';
import { type Answer, isSuccess } from './errors/api-error.ts';
import { EscrowError } from './errors/escrow-error.ts';
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

/** An answer that was read, as a response again. Its constructor refuses some of the statuses that a server can send. */
function toResponse({ status, headers, text }: Answer): Response {
  const response = new Response(text, { headers });
  return Object.defineProperties(response, { status: { value: status }, ok: { value: isSuccess(status) } });
}

/** The answer with a body that openapi-fetch can parse, for the error of its parser would quote what it read. */
function toJson(operationId: OperationId, exchange: Exchange): Answer {
  const { answer } = exchange;
  if (!answer.text || !isSuccess(answer.status)) return answer;
  return { ...answer, text: JSON.stringify(readSuccess(operationId, exchange, parseJson(answer.text))) };
}

const notSent = (message: string, cause?: unknown): EscrowError =>
  new EscrowError('configuration', `Nothing was sent: ${message}`, { cause });

/** Runs what openapi-fetch does before it hands a request over, with an error of ours. */
function encode<Encoded>(part: string, run: () => Encoded): Encoded {
  try {
    return run();
  } catch (cause) {
    throw notSent(`the ${part} can't be encoded, see the cause.`, cause);
  }
}

/** openapi-fetch hands an option that it does not know on as a property of the request. */
type RequestWithOptions = Request & { call?: CallOptions };

function operationAt(host: HostName, method: string, template: string): OperationId {
  const entries = Object.entries(operationTable) as [OperationId, (typeof operationTable)[OperationId]][];
  const entry = entries.find(([, it]) => it.host === host && it.method === method && it.template === template);
  if (entry) return entry[0];
  throw notSent(`${method} ${template} is no operation of the host "${host}".`);
}

/** Creates the openapi-fetch clients. What an answer took is kept beside it, for whoever holds the map. */
export function createRawClients(transport: Transport, exchanges: WeakMap<Response, Exchange>): RawClients {
  const entries = hostNames.map((host) => {
    // A host that is not set gets an address that is never called.
    const client = createClient<paths>({
      baseUrl: transport.hosts[host] ?? 'https://not-set.invalid',
      bodySerializer: (body) => encode('body', () => JSON.stringify(body)),
      pathSerializer: (template, path) => encode('path', () => defaultPathSerializer(template, path)),
    });
    client.use({
      async onRequest({ request, schemaPath, params, options }) {
        const operationId = operationAt(host, request.method, schemaPath);
        const { call } = request as RequestWithOptions;
        const exchange = await send(transport, operationId, request, params, call);
        const response = toResponse(options.parseAs === 'json' ? toJson(operationId, exchange) : exchange.answer);
        exchanges.set(response, exchange);
        return response;
      },
    });
    return [host, client] as const;
  });
  return Object.fromEntries(entries) as RawClients;
}
