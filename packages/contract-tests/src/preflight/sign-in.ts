import { CommandLineError } from '@escrow-kit/shared/command-line';
import {
  adaptValue,
  followPointer,
  getOperation,
  openApiDocument,
  resolveReference,
  type Schema,
  type ServiceOperation,
  type TokenSource,
} from '@escrow-kit/spec';
import { buildRequest, type RequestContent } from '../deployment/build-request.ts';
import { credentialNames, type TokenValueName, tokenNames } from '../deployment/credentials.ts';
import { type Deployment, optionOf, variableOf } from '../deployment/deployment.ts';
import type { SignedIn } from '../deployment/fresh-tokens.ts';
import { NoAnswerError } from '../deployment/no-answer-error.ts';
import { parseJson } from '../deployment/parse-json.ts';
import type { Send } from '../deployment/send.ts';

type Inputs = Readonly<Record<string, string | undefined>>;

/** A call that gives a token which was not given, as `x-obtained-by` of the document says. */
export interface SignIn {
  name: TokenValueName;
  source: TokenSource;
  operation: ServiceOperation;
  /** What it sends. */
  content: Pick<RequestContent, 'path' | 'query' | 'body'>;
  /** The variables that it is from, each with its value, if that is set. */
  variables: Record<string, string | undefined>;
  /** Those that are not set, of what it requires and of its host. */
  missing: string[];
}

/**
 * Lists the calls that give the tokens which are not given. Fields of their bodies, and parameters of path and query, are from the
 * variables of their names, such as `ESCROW_CLIENT_SECRET` for `clientSecret` and `client_secret`; one of a single value has that, and so has one
 * of `when`. The
 * option of a credential counts as its variable. Those of other `options` mean something else, so a field `json` is from
 * `ESCROW_SIGN_IN_JSON`.
 */
export const listSignIns = (inputs: Inputs, options: readonly (string | undefined)[]): SignIn[] =>
  tokenNames.flatMap((name) => {
    const source = openApiDocument.components.securitySchemes[name]?.['x-obtained-by'];
    return source && inputs[name] === undefined ? [toSignIn(name, source, { inputs, options })] : [];
  });

interface Given {
  inputs: Inputs;
  /** The variables of the options. */
  options: readonly (string | undefined)[];
}

function toSignIn(name: TokenValueName, source: TokenSource, given: Given): SignIn {
  const operation = getOperation(source.operation);
  const { when = {} } = source;
  const schema = operation.body?.schema ?? {};
  const { properties = {}, required = [] } = (schema.$ref ? resolveReference(schema.$ref) : schema) as Schema;
  const parts = [
    ...Object.entries(properties).map(([field, each]) => ({
      name: field,
      in: 'body',
      required: required.includes(field),
      schema: each,
    })),
    // What is in headers is sent by its example.
    ...operation.parameters.filter(({ in: place }) => place !== 'header'),
  ].map((part) => {
    const asked = part.in === 'body' ? when[part.name] : undefined;
    return { ...part, ...(asked === undefined ? findValue(part.name, part.schema, given) : { value: asked }) };
  });
  const valuesIn = (place: string): Record<string, string> =>
    Object.fromEntries(
      parts.flatMap((part) => (part.in === place && part.value !== undefined ? [[part.name, part.value]] : [])),
    );
  const url = `${operation.host}Url`;
  return {
    name,
    source,
    operation,
    content: {
      path: valuesIn('path'),
      query: valuesIn('query'),
      body: adaptValue({ ...valuesIn('body'), ...when }, schema, { document: openApiDocument, isComplete: false }),
    },
    variables: Object.fromEntries(parts.flatMap(({ variable, value }) => (variable ? [[variable, value]] : []))),
    missing: [
      ...parts.flatMap(({ variable, value, required: isNeeded }) => (variable && isNeeded && !value ? [variable] : [])),
      ...(given.inputs[url] === undefined ? [variableOf(url)] : []),
    ],
  };
}

/** What a field or a parameter is from, and its value; without a variable if there is only one value. */
function findValue(
  name: string,
  { enum: values = [] }: Schema,
  { inputs, options }: Given,
): { variable?: string; value: string | undefined } {
  if (values.length === 1) return { value: String(values[0]) };
  const variable = variableOf(name);
  const credential = credentialNames.find((each) => variableOf(each) === variable);
  if (credential) return { variable, value: inputs[credential] };
  const own = options.includes(variable) ? variableOf(`signIn_${name}`) : variable;
  const value = process.env[own] || undefined;
  if (value !== undefined && values.length > 0 && !values.includes(value)) {
    throw new CommandLineError(`${own} has to be one of ${values.join(', ')}.`);
  }
  return { variable: own, value };
}

/**
 * Gets the tokens that are not given. Calls that lack a required field are not made, so what needs their token is not checked.
 * @throws CommandLineError if a call gives no token. It has nothing of the answer but its status.
 * Rejects with the reason of the signal of `send` if that aborts.
 */
export async function signIn(
  { credentials, hosts }: Deployment,
  { signIns, send }: { signIns: readonly SignIn[]; send: Send },
): Promise<SignedIn> {
  const all = { ...credentials };
  let lifetimeInMs = Number.POSITIVE_INFINITY;
  for (const { name, source, operation, content, variables, missing } of signIns) {
    const base = hosts[operation.host];
    if (base === undefined || missing.length > 0) continue;
    const caller = operation.definition.security.flatMap(Object.keys).find((scheme) => scheme in all) as TokenValueName;
    const request = buildRequest(operation, { ...content, base, token: all[caller] });
    const { status, answered } = await send(request, { operationId: operation.id }).then(
      (answer) => ({ status: answer.status, answered: answer.status < 300 ? parseJson(answer.body) : undefined }),
      (error: unknown) => {
        // The run was stopped.
        if (!(error instanceof NoAnswerError)) throw error;
        return { status: error.status ?? error.message, answered: undefined };
      },
    );
    const [token, lifetime] = [source.token, source.expiresInSeconds ?? '/'].map((at) =>
      followPointer(at, Object(answered)),
    );
    // A header can hold only visible ASCII, and the error for anything else would quote the token.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      const remedy = `Check ${Object.keys(variables).join(', ') || 'the document'}, or give ${optionOf(name)} (${variableOf(name)}).`;
      throw new CommandLineError(`${operation.id} gave no token at ${source.token} (${status}). ${remedy}`);
    }
    all[name] = token;
    if (Number(lifetime) > 0) lifetimeInMs = Math.min(lifetimeInMs, Math.ceil(Number(lifetime) * 1000));
  }
  return { credentials: all, lifetimeInMs };
}
