import type { OpenApiDocument, PathItem } from '@escrow-kit/spec';
import { type AddedBody, type AddedOperation, type Finding, ofKind } from '../findings/finding.ts';
import type { SchemaPlaces } from '../findings/schema-places.ts';
import type { Proposing } from './draft.ts';
import type { Marker } from './mark-sensitive.ts';
import { sampleOf } from './sample-of.ts';

/** Proposes the operations that the document does not have, with made-up examples. */
export function proposeOperations(findings: readonly Finding[], proposing: Proposing): void {
  const { document, places, mark, draft } = proposing;
  const ids = newIds(findings, places);
  const paths = new Map(Object.keys(document.paths).map((path) => [toShape(path), path]));
  const taken = new Set(
    [...places.operations.values()].map(({ method, path }) => `${method.toLowerCase()} ${toShape(path)}`),
  );
  for (const finding of ofKind(findings, 'operation')) {
    const { operation } = finding.learned;
    const method = operation.method.toLowerCase();
    const shape = toShape(operation.path);
    // An overlay may not add a path with an empty segment.
    const isPossible = usualMethods.includes(method) && !/\/(\/|$)/.test(operation.path);
    if (!isPossible || taken.has(`${method} ${shape}`)) continue;
    taken.add(`${method} ${shape}`);
    const path = paths.get(shape) ?? namePlaceholders(operation.path);
    if (!paths.has(shape)) {
      const item = { servers: serversOf(operation, document), parameters: parametersOf(path, mark) };
      draft.put(['paths', path], item, { evidence: [] });
      paths.set(shape, path);
    }
    const definition = describe(operation, { id: ids.get(`${finding.operation}`) ?? '', path }, proposing);
    const note = 'Give it the name that your code should call it by, and check security and x-retry.';
    draft.put(['paths', path, method], definition, { evidence: [finding], note });
  }
}

/** The methods that the document may have. */
const usualMethods = ['get', 'put', 'post', 'delete', 'patch'];

/** The same for paths that servers may take for one, some of which ignore case. */
const toShape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}').toLowerCase();

/** Names the placeholders of a path after what is before them: `/contracts/{}` becomes `/contracts/{contractsId}`. */
function namePlaceholders(path: string): string {
  const segments = path.split('/');
  const named = segments.map((segment, index) =>
    segment === '{}' ? `{${camelCase(['', segments[index - 1] ?? '', 'id'])}}` : segment,
  );
  const repeated = named.map((segment, index) =>
    segment.startsWith('{') && named.indexOf(segment) < index ? segment.replace('}', `${index}}`) : segment,
  );
  return repeated.join('/');
}

/** The ids of the operations that are added, by method and path. */
export function newIds(findings: readonly Finding[], places: SchemaPlaces): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { operation = '', learned } of ofKind(findings, 'operation'))
    ids.set(operation, newIdOf(learned.operation, new Set([...places.operations.keys(), ...ids.values()])));
  return ids;
}

/** An id such as `postMilestonesRelease`. */
function newIdOf({ method, path }: AddedOperation, taken: ReadonlySet<string>): string {
  const words = path.split('/').filter((segment) => /^[A-Za-z][\w-]*$/.test(segment));
  const id = camelCase([method, ...words.slice(-2)]);
  return taken.has(id) ? `${id}${taken.size}` : id;
}

function camelCase(words: string[]): string {
  const parts = words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '');
  return parts
    .map((word, index) => (index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');
}

function serversOf({ host }: AddedOperation, { paths, 'x-hosts': hosts }: OpenApiDocument): PathItem['servers'] {
  const items = Object.values(paths);
  const own = items.find(({ servers }) => servers?.[0]?.['x-host'] === (host ?? hosts[0]));
  return (own ?? items[0])?.servers;
}

const parametersOf = (path: string, mark: Marker) =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: mark({ type: 'string' }, name),
  }));

function describe(
  { method, host, tokenKind, sendsToken, request, query, responses }: AddedOperation,
  { id, path }: { id: string; path: string },
  { document, places, mark }: Proposing,
): Record<string, unknown> {
  const schemes = Object.entries(document.components.securitySchemes);
  const scheme = schemes.find(([, { 'x-token': kind }]) => kind === tokenKind)?.[0];
  const ofHost = [...places.operations.values()].find(
    (one) => document.paths[one.path]?.servers?.[0]?.['x-host'] === host,
  );
  const usual = ofHost?.definition.security ?? [];
  const toContent = ({ mediaType, schema }: AddedBody) => {
    const marked = mark(schema);
    return { [mediaType]: { schema: marked, examples: { observed: { summary: 'Made up', value: sampleOf(marked) } } } };
  };
  const answers = responses.map(({ status, body }) => [
    String(status),
    { description: 'Observed.', content: body && toContent(body) },
  ]);
  return {
    operationId: id,
    summary: `Observed: ${method} ${path}`,
    'x-retry': method === 'GET' ? 'read' : 'write',
    security: scheme === undefined ? (sendsToken ? usual : []) : [{ [scheme]: [] }],
    ...(query.length > 0 && {
      parameters: query.map((name) => ({ name, in: 'query', required: false, schema: mark({ type: 'string' }, name) })),
    }),
    requestBody: request && { content: toContent(request) },
    responses: Object.fromEntries(answers),
  };
}
