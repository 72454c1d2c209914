import { asksFor, type MediaType, type ServiceOperation, type TokenKind, tokensGivenBy } from '@escrow-kit/spec';
import { Refusal } from '../../domain/refusal.ts';

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

/** The kind of token that a call of a login asks for. Undefined for an operation that gives none. Throws if the body asks for none. */
function findKindAskedFor(operationId: string, body: unknown): TokenKind | undefined {
  const tokens = tokensGivenBy(operationId);
  const found = tokens.find((token) => asksFor(token, body));
  if (found || tokens.length === 0) return found?.kind;
  const choices = tokens.map(({ kind, when }) => {
    const fields = Object.entries(when).map((field) => field.join('='));
    return `${fields.join(', ')} for ${kind}`;
  });
  const [field = 'body'] = tokens.flatMap(({ when }) => Object.keys(when));
  const message = `The body asks for no kind of token: send ${choices.join(', or ')}.`;
  throw new Refusal('rule_violation', { rule: 'ERR-1d', field, message });
}
