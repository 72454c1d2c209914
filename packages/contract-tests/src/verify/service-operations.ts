import { type HostName, type Method, openApiDocument, type TokenKind } from '@escrow-kit/spec';

/** What the document says of an operation, as far as calling it and routing its requests need it. */
export interface ServiceOperation {
  id: string;
  /** In upper case. */
  method: string;
  /** With placeholders in braces. */
  path: string;
  host: HostName;
  /** The kinds of token accepted, the usual one first; none where the operation takes no token. */
  tokenKinds: TokenKind[];
  /** The media type of the body; undefined where there is none. */
  mediaType: string | undefined;
  /** The document's first example of a body. */
  exampleBody: unknown;
}

const methods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation of the service. */
const serviceOperations: readonly ServiceOperation[] = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    const host = item.servers?.[0]?.['x-host'];
    if (!operation || !host) return [];
    const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
    return [
      {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        host,
        tokenKinds: schemes.flatMap((name) => openApiDocument.components.securitySchemes[name]?.['x-token'] ?? []),
        mediaType,
        exampleBody: Object.values(media?.examples ?? {})[0]?.value,
      },
    ];
  }),
);

/** The operation of an id. Throws where the document has none. */
export function getOperation(id: string): ServiceOperation {
  const operation = serviceOperations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  return operation;
}

/** The operation that a request means, if any. A path without placeholders goes before one with them. */
export function findOperation(method: string, pathname: string): ServiceOperation | undefined {
  const candidates = serviceOperations.filter(
    (operation) => operation.method === method && matchPath(operation.path, pathname) !== undefined,
  );
  return candidates.toSorted((one, other) => countPlaceholders(one.path) - countPlaceholders(other.path))[0];
}

/** The values of a path's placeholders, decoded; undefined where the path does not match. */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  const expected = template.split('/');
  const segments = pathname.split('/');
  if (expected.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment !== '') values[part.slice(1, -1)] = decodeURIComponent(segment);
    else if (part !== segment) return undefined;
  }
  return values;
}

function countPlaceholders(path: string): number {
  return path.split('{').length - 1;
}
