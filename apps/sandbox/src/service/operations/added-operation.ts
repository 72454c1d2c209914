import type { ServiceOperation } from '@escrow-kit/spec';

/**
 * The answer of an operation that an overlay adds: its documented example, in which example ids of the path become those that
 * were sent.
 */
export function answerAddedOperation(
  { parameters, responses }: ServiceOperation,
  path: Record<string, string>,
): unknown {
  const [response] = Object.entries(responses).flatMap(([status, answer]) => (status.startsWith('2') ? [answer] : []));
  const [media] = Object.values(response?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (!example) return undefined;
  const sent = new Map(parameters.map(({ name, example: value }) => [value, path[name]]));
  return JSON.parse(JSON.stringify(example.value, (_key, value) => sent.get(value) ?? value));
}
