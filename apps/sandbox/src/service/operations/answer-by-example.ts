import { type MediaType, openApiDocument, type ServiceOperation, type TokenKind } from '@escrow-kit/spec';
import { Refusal } from '../../domain/refusal.ts';
import { isObject } from '../../domain/require-shape.ts';

/** The parts of a request that change the answer. */
interface Sent {
  path: Record<string, string>;
  body: unknown;
}

/**
 * Answers an operation that has no handler with the document's example, in which the example ids of the path become those that were
 * sent. A login of several kinds of token has an example for each.
 */
export function answerByExample({ id, parameters, responses }: ServiceOperation, { path, body }: Sent): unknown {
  const [response] = Object.entries(responses).flatMap(([status, answer]) => (status.startsWith('2') ? [answer] : []));
  const [{ examples = {} } = {} as Partial<MediaType>] = Object.values(response?.content ?? {});
  const kind = findKindAskedFor(id, body);
  const example = (kind !== undefined && examples[kind]) || Object.values(examples)[0];
  if (!example) return undefined;
  const sent = new Map(parameters.map(({ name, example: value }) => [value, path[name]]));
  return JSON.parse(JSON.stringify(example.value, (_key, value) => sent.get(value) ?? value));
}

/**
 * The kind of token that a call of a login asks for, by the fields of `x-obtained-by.when`. Undefined for an operation that gives no
 * token. Throws if the body asks for none of its kinds.
 */
function findKindAskedFor(operationId: string, body: unknown): TokenKind | undefined {
  const sources = Object.values(openApiDocument.components.securitySchemes).flatMap((scheme) => {
    const { 'x-obtained-by': source, 'x-token': kind } = scheme;
    return source?.operation === operationId ? [{ kind, when: Object.entries(source.when ?? {}) }] : [];
  });
  if (sources.length === 0) return undefined;
  const fields = isObject(body) ? body : {};
  // The one that asks for most, so that one without conditions comes last.
  const sorted = sources.toSorted((one, other) => other.when.length - one.when.length);
  const found = sorted.find(({ when }) => when.every(([field, value]) => fields[field] === value));
  if (found) return found.kind;
  const choices = sources.map(({ kind, when }) => `${when.map((pair) => pair.join('=')).join(', ')} for ${kind}`);
  const [field = 'body'] = sources.flatMap(({ when }) => when.map(([name]) => name));
  const message = `The body asks for no kind of token: send ${choices.join(', or ')}.`;
  throw new Refusal('rule_violation', { rule: 'ERR-1d', field, message });
}
