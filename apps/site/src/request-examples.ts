import { inspect } from 'node:util';
import {
  type DocumentedOperation,
  exampleBodyOf,
  exampleTokens,
  fillPath,
  getOperation,
  type OperationId,
  type ServiceOperation,
} from '@escrow-kit/spec';

/** The default address of the mock, which answers a request with the document's example. */
const mockUrl = 'http://127.0.0.1:4010';

/** Writes the example request of an operation as a curl command for the mock. */
export function curlCommand(operation: ServiceOperation): string {
  const { method, mediaType, tokenKinds } = operation;
  const { path, query, body } = exampleInput(operation);
  const search = new URLSearchParams(query).toString();
  const url = `${mockUrl}${fillPath(operation.path, path)}${search && `?${search}`}`;
  const data =
    mediaType === 'application/json'
      ? [`--header ${quote(`content-type: ${mediaType}`)}`, `--data ${quote(JSON.stringify(body, null, 2))}`]
      : Object.entries(body ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
  const tokens = tokenKinds
    .slice(0, 1)
    .map((kind) => `--header ${quote(`authorization: Bearer ${exampleTokens[kind]}`)}`);
  return [`curl --request ${method} ${quote(url)}`, ...tokens, ...data].join(' \\\n  ');
}

/** Writes the same request as a program with the client, which prints the result if there is one. */
export function typedCall(operation: ServiceOperation): string {
  const { path, query, body } = exampleInput(operation);
  const {
    call,
    before = [],
    options,
  } = resourceCalls[operation.id]?.({ ...path, ...query }, body ?? {}) ?? {
    call: callOf('call', operation.id, { ...(Object.keys(path).length > 0 && { path }), ...(body && { body }) }),
  };
  const tokens = Object.fromEntries(operation.tokenKinds.slice(0, 1).map((kind) => [kind, exampleTokens[kind]]));
  const hasResult = call.startsWith('call(') || exampleAnswerOf(operation) !== undefined;
  return [
    "import { createEscrowClient } from '@escrow-kit/client';\n",
    `const escrow = createEscrowClient(${literal({ baseUrl: mockUrl, tokens, ...options })});`,
    ...before,
    `${hasResult ? 'const result = ' : ''}await escrow.${call};`,
    ...(hasResult ? ['console.log(result);'] : []),
  ].join('\n');
}

/** The document's example of a success; undefined if it shows none, or only an object without fields. */
export function exampleAnswerOf({ responses }: DocumentedOperation): unknown {
  const [content] = Object.values(responses[200]?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return Object.keys(example?.value ?? {}).length > 0 ? example?.value : undefined;
}

/** The document's examples of a request. */
interface ExampleInput {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

function exampleInput(operation: DocumentedOperation): ExampleInput {
  const examplesIn = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap(({ in: at, name, example }) => (at === place ? [[name, String(example)]] : [])),
    );
  return {
    path: examplesIn('path'),
    query: examplesIn('query'),
    body: exampleBodyOf(operation) as ExampleInput['body'],
  };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const literal = (value: unknown): string => inspect(value, { depth: null, breakLength: 80 });

/** A call of the client as code, such as `users.get('usr_example_1')`. */
const callOf = (name: string, ...args: unknown[]): string => `${name}(${args.map(literal).join(', ')})`;

/** A call by a resource of the client, with the lines before it and the options that it needs. */
interface ResourceCall {
  call: string;
  before?: string[];
  options?: object;
}

/** The calls by the client's resources, from the parameters and the body of their operations. A test compares what they send. */
const resourceCalls: Partial<
  Record<OperationId, (parameters: Record<string, string>, body: Record<string, unknown>) => ResourceCall>
> = {
  registerCustomer: (_, body) => ({ call: callOf('customers.register', body) }),
  addBankAccount: ({ serviceUserId }, body) => ({ call: callOf('customers.addBankAccount', serviceUserId, body) }),
  addAddress: ({ serviceUserId }, body) => ({ call: callOf('customers.addAddress', serviceUserId, body) }),
  submitNationalId: ({ userId }, { nationalId }) => ({
    call: callOf('verification.submitNationalId', userId, nationalId),
  }),
  validateOtp: (_, body) => ({ call: callOf('verification.validateOtp', body) }),
  createContract: (_, body) => ({ call: callOf('contracts.create', body) }),
  addMilestones: ({ contractId }, { milestones }) => ({
    call: callOf('contracts.addMilestones', contractId, milestones),
  }),
  addParties: ({ contractId }, { mileStonesParties }) => ({
    call: callOf('contracts.addParties', contractId, mileStonesParties),
  }),
  startPayment: ({ clientId, ...payment }) => ({ call: callOf('payments.start', payment), options: { clientId } }),
  requestTicket: (_, { client_id: clientId, client_secret: clientSecret, login_hint: buyerPhone }) => {
    const { path, query } = exampleInput(getOperation('startPayment'));
    const start = callOf('payments.start', { milestoneId: path.milestoneId, redirectUrl: query.redirectUrl });
    return {
      call: `payments.requestTicket({ shortId, buyerPhone: ${literal(buyerPhone)} })`,
      before: [`const { shortId } = await escrow.${start};`],
      options: { clientId, clientSecret, tokens: { clientAdmin: exampleTokens.clientAdmin } },
    };
  },
  legacySignUp: (_, body) => ({ call: callOf('legacy.signUp', body) }),
  legacyAddIban: ({ id }, body) => ({ call: callOf('legacy.addIban', id, body) }),
  legacyAddAddress: ({ id }, body) => ({ call: callOf('legacy.addAddress', id, body) }),
  linkUser: (_, body) => ({ call: callOf('users.link', body) }),
  getUser: ({ userId }) => ({ call: callOf('users.get', userId) }),
  updateUser: ({ userId }, body) => ({ call: callOf('users.update', userId, body) }),
};
