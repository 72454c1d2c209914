import type { OpenApiDocument, Schema } from '../document/document.ts';
import { nodesOf, resolveIn } from '../document/parts.ts';

const kinds = [undefined, 'personal', 'secret'];

/**
 * The first field that is less protected than fields of its name are in the base; undefined if there is none. Logs and kept files
 * leave out what `x-sensitive` marks, so it counts for added fields as well.
 */
export function findSensitiveProblem(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  const marks = new Map<string, number>();
  for (const { name, mark } of namedSchemas(base)) marks.set(name, Math.max(mark, marks.get(name) ?? 0));
  const weaker = namedSchemas(document).find(({ name, mark }) => mark < (marks.get(name) ?? 0));
  return (
    weaker &&
    `${weaker.place} needs x-sensitive: ${kinds[marks.get(weaker.name) ?? 0]}, as every ${weaker.name} of the document.`
  );
}

interface NamedSchema {
  name: string;
  place: string;
  /** The index in {@link kinds}. */
  mark: number;
}

/** The properties of all schemas, and the schemas with a name. */
function namedSchemas(document: OpenApiDocument): NamedSchema[] {
  return nodesOf(document).flatMap(({ keys, node }) => {
    const [parent, name = ''] = keys.slice(-2);
    const isNamed = parent === 'properties' || (parent === 'schemas' && keys.length === 3);
    if (!isNamed) return [];
    const { 'x-sensitive': kind } = resolveIn(document, node as Schema) ?? {};
    return [{ name, place: keys.join('.'), mark: Math.max(0, kinds.indexOf(kind)) }];
  });
}
