import { openApiDocument, type TokenSource } from '@escrow-kit/spec';
import { readPath } from '../../judge/read-path.ts';
import { isSuccess, type ReadExchange } from './read-exchange.ts';

/** A token in an answer. */
interface FoundToken {
  token: string;
  expiresInSeconds?: number;
}

/** The fields of RFC 6749, for calls that the document does not have. */
const usual: Omit<TokenSource, 'operation'> = { token: '/access_token', expiresInSeconds: '/expires_in' };

/** Finds the token that an answer gives, if it does. */
export function findToken({ operation, response }: ReadExchange): FoundToken | undefined {
  if (!response || !isSuccess(response.status)) return undefined;
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  const own = schemes.flatMap(({ 'x-obtained-by': by }) => (by && by.operation === operation?.id ? [by] : []));
  for (const pointers of operation ? own : [usual]) {
    const at = (pointer: string | undefined): unknown =>
      pointer === undefined ? undefined : readPath(response.body.content, `$${pointer.replaceAll('/', '.')}`);
    const [token, expiresInSeconds] = [at(pointers.token), at(pointers.expiresInSeconds)];
    if (typeof token !== 'string' || token === '') continue;
    return { token, ...(typeof expiresInSeconds === 'number' && { expiresInSeconds }) };
  }
  return undefined;
}
