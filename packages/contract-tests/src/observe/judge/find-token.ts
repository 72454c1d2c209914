import { isDeepStrictEqual } from 'node:util';
import { openApiDocument, type TokenSource } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import type { BodyNode, WalkedBody } from './body-walk.ts';
import { pointerOf } from './keep-message.ts';
import type { Keeping } from './keep-value.ts';
import type { Memory } from './memory.ts';
import type { ReadExchange } from './read-exchange.ts';
import { looksLikeToken } from './shape.ts';

/** A token in an answer. */
interface FoundToken {
  token: string;
  expiresInSeconds: number | undefined;
}

/** The fields of RFC 6749, for calls whose token the document does not know. */
const usual: Omit<TokenSource, 'operation'> = { token: '/access_token', expiresInSeconds: '/expires_in' };

/** Finds the token that an answer gives, as the document or RFC 6749 has it. */
export function findToken({ operation, response }: ReadExchange): FoundToken | undefined {
  if (!response || !isSuccess(response.status)) return undefined;
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  const own = schemes.flatMap(({ 'x-obtained-by': by }) => (by && by.operation === operation?.id ? [by] : []));
  for (const pointers of own.length > 0 ? own : [usual]) {
    const at = (pointer: string): unknown => valueAt(response.body.content, segmentsOf(pointer));
    const token = at(pointers.token);
    if (typeof token !== 'string' || token === '') continue;
    const lifetime = pointers.expiresInSeconds === undefined ? undefined : at(pointers.expiresInSeconds);
    return { token, expiresInSeconds: typeof lifetime === 'number' ? lifetime : undefined };
  }
  return undefined;
}

/** An answer has no more tokens than this. */
const mostTokens = 20;
const shortestToken = 8;

/** What a field of a lifetime is called. */
export const lifetimes = /^(expire|ttl$|lifetime|valid_?(for|ity))/i;

/** Lifetimes in seconds: not in milliseconds, and no times. */
const [shortestLifetime, longestLifetime] = [60, 30 * 24 * 3600];

/** Remembers where texts of an answer that may be tokens were, so that it shows where a token came from once it is sent. */
export function noteTokens(
  { nodes }: WalkedBody,
  { kind, status = 0, operation, method, path }: KeptExchange,
  { memory, keeping }: { memory: Memory; keeping: Keeping },
): void {
  if (kind === 'event' || !isSuccess(status)) return;
  const named = nodes.filter(({ steps }) => !steps.some(({ name }) => name === '*'));
  const tokens = named.filter(({ value, place }) => isTokenLike(value, place.isSensitive));
  const pointerTo = (node: BodyNode): string => pointerOf(node.steps, node.documentedSteps, keeping);
  for (const node of tokens.slice(0, mostTokens)) {
    const lifetime = named.find((other) => isLifetime(other.value) && isLifetimeOf(node, other));
    memory.noteOrigin(String(node.value), {
      operation,
      method,
      path,
      pointer: pointerTo(node),
      lifetimePointer: lifetime && pointerTo(lifetime),
    });
  }
}

const isLifetime = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= shortestLifetime && Number(value) <= longestLifetime;

/** Whether a field is beside a token, and named like a lifetime. */
function isLifetimeOf(token: BodyNode, { steps }: BodyNode): boolean {
  const isBeside = isDeepStrictEqual(steps.slice(0, -1), token.steps.slice(0, -1));
  return isBeside && lifetimes.test(steps.at(-1)?.name ?? '');
}

const isTokenLike = (value: unknown, isSensitive: boolean): value is string =>
  typeof value === 'string' && value.length >= shortestToken && (isSensitive || looksLikeToken(value));
