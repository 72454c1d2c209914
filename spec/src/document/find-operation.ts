import { operations, type ServiceOperation } from './operations.ts';

/** The operation of a request, with the values of its path placeholders. */
export interface RoutedOperation {
  operation: ServiceOperation;
  /** Decoded. A malformed escape passes through. */
  path: Record<string, string>;
}

interface RoutedPath {
  segments: string[];
  operations: ServiceOperation[];
}

/** Paths without placeholders come first. */
const routedPaths: RoutedPath[] = [...new Set(operations.map(({ path }) => path))]
  .map((path) => ({
    segments: path.split('/'),
    operations: operations.filter((operation) => operation.path === path),
  }))
  .sort((one, other) => countPlaceholders(one) - countPlaceholders(other));

/**
 * Finds the operation of a request by its method, in capitals, and its path without query. Returns undefined if there is none.
 * A path without placeholders wins over one with them, and a placeholder is never empty.
 */
export function findOperation(method: string, path: string): RoutedOperation | undefined {
  const segments = path.split('/');
  for (const routed of candidatesOf(segments)) {
    const operation = routed.operations.find((candidate) => candidate.method === method);
    if (operation) return { operation, path: readPlaceholders(routed, segments) };
  }
  return undefined;
}

/** The methods of a path; empty if the document does not have the path. */
export function methodsOf(path: string): string[] {
  return candidatesOf(path.split('/')).flatMap((routed) => routed.operations.map(({ method }) => method));
}

function candidatesOf(segments: string[]): RoutedPath[] {
  return routedPaths.filter((candidate) => matches(candidate, segments));
}

function countPlaceholders({ segments }: RoutedPath): number {
  return segments.filter(isPlaceholder).length;
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function matches(routed: RoutedPath, segments: string[]): boolean {
  if (routed.segments.length !== segments.length) return false;
  return routed.segments.every((expected, index) =>
    isPlaceholder(expected) ? segments[index] : expected === segments[index],
  );
}

function readPlaceholders(routed: RoutedPath, segments: string[]): Record<string, string> {
  const entries = routed.segments.flatMap((expected, index) =>
    isPlaceholder(expected) ? [[expected.slice(1, -1), decode(segments[index] ?? '')]] : [],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
