import { type OperationId, type OperationInput, Secret, type TokenProvider } from './index.ts';
import { isObject, isText } from './json.ts';

// For the file that `npx @escrow-kit/client generate` writes.
export {
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  type OperationInput,
  type TokenProvider,
} from './index.ts';
export {
  anything,
  type Check,
  choice,
  type DeploymentOf,
  fixed,
  forbidden,
  internationalPhone,
  list,
  map,
  notEmpty,
  number,
  object,
  oneOf,
  partiesBalance,
  required,
  text,
  truthValue,
  wholeNumber,
} from './rules.ts';

type InputBody<Input> = Input extends { body?: infer Body } ? NonNullable<Body> : never;

/** A body without these fields. Of a union of bodies, only the kinds that accept the values of the fields. */
type RestOf<Body, Fields> = Body extends unknown
  ? Fields extends Pick<Body, keyof Body & keyof Fields>
    ? { [Name in keyof Body as Exclude<Name, keyof Fields>]: Body[Name] }
    : never
  : never;

/** The input of an operation that returns tokens, without the body fields that the token source adds. */
export type TokenInput<Id extends OperationId, Sent extends object> = Omit<OperationInput<Id>, 'body'> & {
  /** The other fields of the body. */
  body: RestOf<InputBody<OperationInput<Id>>, Sent>;
};

/** Where the answer of an operation has a token. */
interface TokenPointers {
  /** A JSON pointer to the token. */
  token: string;
  /** A JSON pointer to its lifetime in seconds; left out if the answer does not contain it. */
  expiresInSeconds?: string;
}

/**
 * Creates a provider of tokens that calls an operation, such as one that logs in. It is called for the first token and each new one;
 * its deadline and retries are the client's.
 */
export const obtainToken =
  <Id extends OperationId>(
    operationId: Id,
    input: OperationInput<Id>,
    { token: pointer, expiresInSeconds: lifetime = '/' }: TokenPointers,
  ): TokenProvider =>
  async ({ call }) => {
    const answer: unknown = await call(operationId, input);
    const found = valueAt(answer, pointer);
    const token = found instanceof Secret ? found.reveal() : found;
    // The message has no part of the answer, which may hold the token elsewhere.
    if (!isText(token)) throw new Error(`The answer has no token at ${pointer}.`);
    const expiresInSeconds = Number(valueAt(answer, lifetime));
    return expiresInSeconds > 0 ? { token, expiresInSeconds } : token;
  };

/** The value that a JSON pointer leads to. */
function valueAt(answer: unknown, pointer: string): unknown {
  let found = answer;
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
