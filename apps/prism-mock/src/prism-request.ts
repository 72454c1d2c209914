import { exampleBodyOf, exampleTokens, fillPath, requiredHeadersOf, type ServiceOperation } from '@escrow-kit/spec';
import type { Preferences } from './preferences.ts';

/** A request to Prism. */
export interface PrismRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** Null if there is none. */
  body: string | null;
}

/**
 * Asks Prism for an answer of an operation, by the example request of the document. Prism follows `Prefer` only for valid
 * requests, and never answers some others, such as malformed JSON, so it gets nothing that the caller sent.
 */
export function toPrismRequest(operation: ServiceOperation, preferences: Preferences): PrismRequest {
  const { method, path, mediaType, parameters, tokenKinds } = operation;
  const [tokenKind] = tokenKinds;
  const examples = (place: string) => parameters.filter((it) => it.in === place && it.example !== undefined);
  const query = examples('query').map(({ name, example }): [string, string] => [name, String(example)]);
  // A path needs some text.
  const inPath = parameters.map(({ name, example = name }) => [name, example]);
  const prefer = Object.entries(preferences).filter(([, value]) => value !== undefined);
  return {
    method,
    path: `${fillPath(path, Object.fromEntries(inPath))}?${new URLSearchParams(query)}`,
    headers: {
      ...requiredHeadersOf(operation),
      prefer: prefer.map(([name, value]) => `${name}="${value}"`).join(', '),
      ...(tokenKind !== undefined && { authorization: `Bearer ${exampleTokens[tokenKind]}` }),
      ...(mediaType !== undefined && { 'content-type': mediaType }),
    },
    body: exampleBody(operation),
  };
}

function exampleBody(operation: ServiceOperation): string | null {
  const value = exampleBodyOf(operation);
  if (value === undefined) return null;
  const isForm = operation.mediaType === 'application/x-www-form-urlencoded';
  return isForm ? String(new URLSearchParams(value as Record<string, string>)) : JSON.stringify(value);
}
