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
import {
  acceptedBy,
  credentialNames,
  type Deployment,
  optionOf,
  type TokenValueName,
  tokenNames,
  variableOf,
} from './deployment.ts';
import { buildRequest, type SentRequest } from './exchange.ts';
import { NoAnswerError, type Send } from './send.ts';
import { parseJson } from './text.ts';

/** A call that returns a missing token, as `x-obtained-by` of the document names it. */
export interface SignIn {
  name: TokenValueName;
  source: TokenSource;
  operation: ServiceOperation;
  parts: Part[];
  /** The unset variables of its required fields and its host. */
  missing: string[];
}

/** A field or parameter of a sign-in. */
interface Part {
  name: string;
  in: string;
  required: boolean;
  value: string | undefined;
  /** The variable of the value; undefined if only one value is possible. */
  variable?: string;
}

/** The inputs by name, and the variables of the options. */
interface SignInInputs {
  inputs: Readonly<Record<string, string | undefined>>;
  options: readonly (string | undefined)[];
}

/**
 * Lists the calls that return the missing tokens. Each field of a body and parameter of path and query is read from the variable of
 * its name, such as `ESCROW_CLIENT_SECRET` for `clientSecret` and `client_secret`. A single possible value, and a value of `when`,
 * needs no variable. Credentials also come from their options. If another option has the variable, such as `json`, the field is read
 * from `ESCROW_SIGN_IN_JSON`.
 */
export const listSignIns = (given: SignInInputs): SignIn[] =>
  tokenNames.flatMap((name) => {
    const source = openApiDocument.components.securitySchemes[name]?.['x-obtained-by'];
    if (!source || given.inputs[name] !== undefined) return [];
    const operation = getOperation(source.operation);
    const parts = partsOf(operation).map(({ schema, ...part }): Part => {
      const asked = part.in === 'body' ? source.when?.[part.name] : undefined;
      return { ...part, ...(asked === undefined ? findValue(part.name, schema, given) : { value: asked }) };
    });
    const host = `${operation.host}Url`;
    const missing = parts.flatMap(({ required, value, variable }) => (required && !value && variable) || []);
    const missingHost = given.inputs[host] === undefined ? [variableOf(host)] : [];
    return [{ name, source, operation, parts, missing: [...missing, ...missingHost] }];
  });

/** Fields of the body, and parameters. Headers are sent as in the example. */
function partsOf({ body, parameters }: ServiceOperation) {
  const schema = body?.schema ?? {};
  const { properties = {}, required = [] } = (schema.$ref ? resolveReference(schema.$ref) : schema) as Schema;
  return [
    ...Object.entries(properties).map(([name, each]) => ({
      ...{ name, in: 'body', schema: each },
      required: required.includes(name),
    })),
    ...parameters.filter(({ in: place }) => place !== 'header'),
  ];
}

/** The variable of a field or a parameter, and its value. */
function findValue(
  name: string,
  { enum: values = [] }: Schema,
  { inputs, options }: SignInInputs,
): Pick<Part, 'value' | 'variable'> {
  if (values.length === 1) return { value: String(values[0]) };
  const variable = variableOf(name);
  const credential = credentialNames.find((each) => variableOf(each) === variable);
  if (credential) return { variable, value: inputs[credential] };
  const own = options.includes(variable) ? variableOf(`signIn_${name}`) : variable;
  return { variable: own, value: process.env[own] || undefined };
}

/** The values that sign-ins send, by variable, without the client ID, which is in every checkout URL. */
export const secretsOf = (signIns: readonly SignIn[]): Record<string, string> =>
  Object.fromEntries(
    signIns
      .flatMap(({ parts }) => parts)
      .flatMap(({ variable, value }) =>
        variable && value !== undefined && variable !== variableOf('clientId') ? [[variable, value]] : [],
      ),
  );

/** All credentials after the sign-ins, and the shortest lifetime of their tokens. */
export interface SignedIn {
  credentials: Deployment['credentials'];
  lifetimeInMs: number;
}

/** The used part of a token's lifetime, because a request takes time. */
const usedPart = 0.8;

/**
 * Gets the missing tokens. A call without a required field is skipped, and so are checks that need its token.
 * @throws CommandLineError if a call returns no token. It contains only the status of the answer.
 * Rejects with the reason of the signal of `send` if that aborts.
 */
export async function signIn(
  deployment: Deployment,
  { signIns, send }: { signIns: readonly SignIn[]; send: Send },
): Promise<SignedIn> {
  const credentials = { ...deployment.credentials };
  let lifetimeInMs = Number.POSITIVE_INFINITY;
  for (const one of signIns.filter(({ missing }) => missing.length === 0)) {
    const { name, source, operation, parts } = one;
    const { status, answered } = await ask(send, toRequest(one, { ...deployment, credentials }));
    const [token, lifetime] = [source.token, source.expiresInSeconds ?? '/'].map((at) =>
      followPointer(at, Object(answered)),
    );
    // A header allows only visible ASCII. The error for anything else would quote the token.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      const variables = parts.flatMap(({ variable }) => variable ?? []).join(', ') || 'the document';
      const remedy = `Check ${variables}, or set ${optionOf(name)} (${variableOf(name)}).`;
      throw new CommandLineError(`${operation.id} returned no token at ${source.token} (${status}). ${remedy}`);
    }
    credentials[name] = token;
    if (Number(lifetime) > 0) lifetimeInMs = Math.min(lifetimeInMs, Math.ceil(Number(lifetime) * 1000 * usedPart));
  }
  return { credentials, lifetimeInMs };
}

function toRequest({ source, operation, parts }: SignIn, { hosts, credentials }: Deployment): SentRequest {
  const valuesIn = (place: string): Record<string, string> =>
    Object.fromEntries(
      parts.flatMap((part) => (part.in === place && part.value !== undefined ? [[part.name, part.value]] : [])),
    );
  const caller = acceptedBy(operation).find((scheme) => scheme in credentials);
  const fields = { ...valuesIn('body'), ...source.when };
  return buildRequest(operation, {
    base: hosts[operation.host] ?? '',
    path: valuesIn('path'),
    query: valuesIn('query'),
    body: adaptValue(fields, operation.body?.schema ?? {}, { document: openApiDocument, isComplete: false }),
    token: caller && credentials[caller],
  });
}

/** The status of the answer or the reason for none, and the body of a success. */
async function ask(send: Send, request: SentRequest) {
  try {
    const { status, body } = await send(request);
    return { status, answered: status < 300 ? parseJson(body) : undefined };
  } catch (error) {
    // The run was stopped.
    if (!(error instanceof NoAnswerError)) throw error;
    return { status: error.status ?? error.message, answered: undefined };
  }
}
