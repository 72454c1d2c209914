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
import { buildRequest } from '../deployment/build-request.ts';
import { type TokenValueName, tokenNames } from '../deployment/credentials.ts';
import { type Deployment, optionOf, variableOf } from '../deployment/deployment.ts';
import { parseJson } from '../deployment/parse-json.ts';
import type { Send } from '../deployment/send.ts';
import { CommandLineError } from './command-line-error.ts';

type Inputs = Readonly<Record<string, string | undefined>>;

/** A call that gives a token which was not given, as `x-obtained-by` of the document says. */
export interface SignIn {
  name: TokenValueName;
  source: TokenSource;
  operation: ServiceOperation;
  body: unknown;
  /** The variables that its body is from. */
  variables: string[];
  /** Those that are not set, of fields that it requires and of its host. */
  missing: string[];
}

/**
 * Lists the calls that give the tokens which are not given. A field of their bodies is from the option or the variable of its name, such
 * as `ESCROW_CLIENT_SECRET` for `clientSecret` and `client_secret`; one of a single value has that.
 */
export const listSignIns = (inputs: Inputs): SignIn[] =>
  tokenNames.flatMap((name) => {
    const source = openApiDocument.components.securitySchemes[name]?.['x-obtained-by'];
    return source && inputs[name] === undefined ? [toSignIn(name, source, inputs)] : [];
  });

function toSignIn(name: TokenValueName, source: TokenSource, inputs: Inputs): SignIn {
  const operation = getOperation(source.operation);
  const schema = operation.body?.schema ?? {};
  const { properties = {}, required = [] } = (schema.$ref ? resolveReference(schema.$ref) : schema) as Schema;
  const fields = Object.entries(properties).map(([field, { enum: values = [] }]) => {
    const input = field.replaceAll(/[_-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
    const variable = variableOf(input);
    const isFixed = values.length === 1;
    return {
      field,
      variable,
      isFixed,
      value: isFixed ? values[0] : inputs[input] || process.env[variable] || undefined,
    };
  });
  const isMissing = ({ field, value }: (typeof fields)[number]) => value === undefined && required.includes(field);
  const body = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  return {
    name,
    source,
    operation,
    // JSON leaves out what is undefined.
    body: adaptValue(JSON.parse(JSON.stringify(body)), schema, { document: openApiDocument, isComplete: false }),
    variables: fields.flatMap(({ isFixed, variable }) => (isFixed ? [] : [variable])),
    missing: [
      ...fields.filter(isMissing).map(({ variable }) => variable),
      ...(inputs[`${operation.host}Url`] === undefined ? [variableOf(`${operation.host}Url`)] : []),
    ],
  };
}

/**
 * Gets the tokens that are not given. Calls that lack a required field are not made, so what needs their token is not checked.
 * @throws CommandLineError if a call gives no token. It has nothing of the answer but its status.
 */
export async function signIn(
  { credentials, hosts }: Deployment,
  { signIns, send }: { signIns: readonly SignIn[]; send: Send },
): Promise<{ credentials: Deployment['credentials']; lifetimeInMs: number }> {
  const all = { ...credentials };
  let lifetimeInMs = Number.POSITIVE_INFINITY;
  for (const { name, source, operation, body, variables, missing } of signIns) {
    const base = hosts[operation.host];
    if (base === undefined || missing.length > 0) continue;
    const caller = operation.definition.security.flatMap(Object.keys).find((scheme) => scheme in all) as TokenValueName;
    const request = buildRequest(operation, { base, body, token: all[caller] });
    const { status, content } = await send(request, { operationId: operation.id }).then(
      (answer) => ({ status: answer.status, content: answer.status < 300 ? parseJson(answer.body) : undefined }),
      (error: Error) => ({ status: error.message, content: undefined }),
    );
    const [token, lifetime] = [source.token, source.expiresInSeconds ?? '/'].map((at) =>
      followPointer(at, Object(content)),
    );
    // What is no text of visible ASCII can't be in a header, and its error would quote it.
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      const remedy = `Check ${variables.join(', ') || 'the overlay'}, or give ${optionOf(name)} (${variableOf(name)}).`;
      throw new CommandLineError(`${operation.id} gave no token at ${source.token} (${status}). ${remedy}`);
    }
    all[name] = token;
    if (Number(lifetime) > 0) lifetimeInMs = Math.min(lifetimeInMs, Math.ceil(Number(lifetime) * 1000));
  }
  return { credentials: all, lifetimeInMs };
}
