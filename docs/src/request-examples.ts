import { inspect } from 'node:util';
import {
  type DocumentedOperation,
  exampleBodyOf,
  exampleTokens,
  fillPath,
  getOperation,
  type ServiceOperation,
} from '@escrow-kit/spec';
import clientCalls from '../client-calls.json' with { type: 'json' };

/** The default address of the mock, which answers a request with the document's example. */
const mockUrl = 'http://127.0.0.1:4010';

/** Writes the example request of an operation as a program with the client. */
export function typedCall(operation: ServiceOperation): string {
  const [kind = 'clientAdmin'] = operation.tokenKinds;
  const { client_id: clientId, client_secret: clientSecret } = exampleInput(getOperation('requestTicket')).body ?? {};
  const options = { baseUrl: mockUrl, clientId, clientSecret, tokens: { [kind]: exampleTokens[kind] } };
  return [
    "import { createEscrowClient } from '@escrow-kit/client';\n",
    `const escrow = createEscrowClient(${literal(options)});`,
    // A ticket is for a payment that was started.
    ...(operation.id === 'requestTicket'
      ? [`const started = await escrow.${callOf(getOperation('startPayment'))};`]
      : []),
    `const result = await escrow.${callOf(operation)};\nconsole.log(result);`,
  ].join('\n');
}

/** The call by a resource of the client, with examples instead of the names after `$`, or else by `call`. */
function callOf(operation: ServiceOperation): string {
  const { path, query, body } = exampleInput(operation);
  const template: string | undefined = Object.entries(clientCalls).find(([id]) => id === operation.id)?.[1];
  const input = { ...(Object.keys(path).length > 0 && { path }), ...(body && { body }) };
  const values: Record<string, unknown> = { ...path, ...query, ...body, body };
  if (!template) return `call(${literal(operation.id)}, ${literal(input)})`;
  return template.replaceAll(/\$(\w+)/g, (_, name: string) => literal(values[name]));
}

const literal = (value: unknown): string => inspect(value, { depth: null, breakLength: 80 });

/** Writes the same request as a curl command. */
export function curlCommand(operation: ServiceOperation): string {
  const { method, mediaType, tokenKinds } = operation;
  const { path, query, body } = exampleInput(operation);
  const search = new URLSearchParams(query).toString();
  const url = `${mockUrl}${fillPath(operation.path, path)}${search && `?${search}`}`;
  const tokens = tokenKinds.slice(0, 1).map((kind) => `--header 'authorization: Bearer ${exampleTokens[kind]}'`);
  const data =
    mediaType === 'application/json'
      ? [`--json ${quote(JSON.stringify(body, null, 2))}`]
      : Object.entries(body ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  return [`curl --request ${method} ${quote(url)}`, ...tokens, ...data].join(' \\\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The document's examples of the parameters and the body. */
function exampleInput(operation: DocumentedOperation) {
  const examplesIn = (place: string): Record<string, string> => {
    const listed = operation.parameters.filter((parameter) => parameter.in === place);
    return Object.fromEntries(listed.map(({ name, example }) => [name, String(example)]));
  };
  const body = exampleBodyOf(operation) as Record<string, unknown> | undefined;
  return { path: examplesIn('path'), query: examplesIn('query'), body };
}
