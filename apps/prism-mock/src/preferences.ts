import { responseFor, type ServiceOperation } from '@escrow-kit/spec';
import { Problem } from './answer.ts';
import { listExamples } from './examples.ts';

const names = ['code', 'example', 'dynamic', 'seed'] as const;

/**
 * The preferences in a `Prefer` header, as text: a status and an example of the document; `dynamic` makes up a body from the
 * schema, the same for the same `seed`.
 */
export type Preferences = { [name in (typeof names)[number]]?: string | undefined };

/**
 * Reads a `Prefer` header. Other preferences are left out. If one is repeated the first counts, as in Prism. Throws a problem with
 * status 404 if the document lacks the code or the example: Prism would answer by another one, or with 500.
 */
export function readPreferences(operation: ServiceOperation, header: string | string[] = ''): Preferences {
  const preferences: Preferences = {};
  for (const [entry] of String(header).matchAll(/(?:"[^"]*"|[^,"])+/g)) {
    const [, name, quoted, plain] = /^\s*(\w+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/.exec(entry) ?? [];
    const known = names.find((one) => one === name?.toLowerCase());
    if (known) preferences[known] ??= quoted ?? plain ?? '';
  }
  const { code = successOf(operation), example } = preferences;
  if (!responseFor(operation.responses, Number(code))) {
    throw new Problem(
      404,
      `The document has no answer ${code}. It has ${Object.keys(operation.responses).join(', ')}.`,
    );
  }
  const examples = listExamples(operation, code).map((one) => one.name);
  if (example === undefined || examples.includes(example)) return preferences;
  throw new Problem(404, `The document has no such example of ${code}. It has ${examples.join(', ') || 'none'}.`);
}

/** The status that Prism answers with if none is preferred. */
function successOf({ responses }: ServiceOperation): string {
  return Object.keys(responses).find((status) => status.startsWith('2')) ?? '200';
}
