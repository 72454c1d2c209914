import { openApiDocument, type ServiceOperation } from '@escrow-kit/spec';

const obtained = Object.values(openApiDocument.components.securitySchemes);

/**
 * The answer of an operation that an overlay adds: its documented example, in which example ids of the path become those that
 * were sent, and the token that it gives is the one that the sandbox accepts.
 */
export function answerAddedOperation(
  { id, parameters, responses }: ServiceOperation,
  path: Record<string, string>,
): unknown {
  const [response] = Object.entries(responses).flatMap(([status, answer]) => (status.startsWith('2') ? [answer] : []));
  const [media] = Object.values(response?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (!example) return undefined;
  const sent = new Map(parameters.map(({ name, example: value }) => [value, path[name]]));
  const text = JSON.stringify(example.value, (_key, value) => sent.get(value) ?? value);
  const body: unknown = JSON.parse(text);
  for (const scheme of obtained) {
    const source = scheme['x-obtained-by'];
    if (source?.operation === id) setAt(body, source.token, scheme['x-example-token']);
  }
  return body;
}

/** Sets what a JSON pointer leads to, if it is there. */
function setAt(body: unknown, pointer: string, value: string): void {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop();
  const holder = keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], body);
  if (last !== undefined && typeof holder === 'object' && holder !== null) Object.assign(holder, { [last]: value });
}
