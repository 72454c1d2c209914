import { operations, type ServiceOperation } from '../document/operations.ts';

/** The operation that a request means, with the values of the placeholders in its path. */
export interface Route {
  operation: ServiceOperation;
  path: Record<string, string>;
}

interface RoutedPath {
  segments: string[];
  operations: ServiceOperation[];
}

const routedPaths: RoutedPath[] = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  segments: path.split('/'),
  operations: operations.filter((operation) => operation.path === path),
}));

/** Paths with as many segments are compared one by one, those without placeholders first. */
const pathsByLength = Map.groupBy(
  routedPaths.toSorted((one, other) => countPlaceholders(one) - countPlaceholders(other)),
  ({ segments }) => segments.length,
);

/** Finds the operation of a request; the methods that its path takes, where it takes another one; else undefined. */
export function findRoute(method: string, pathname: string): Route | { allowedMethods: string[] } | undefined {
  const segments = pathname.split('/');
  const candidates = pathsByLength.get(segments.length)?.filter((candidate) => matches(candidate, segments)) ?? [];
  for (const routed of candidates) {
    const operation = routed.operations.find((candidate) => candidate.method === method);
    if (operation) return { operation, path: readPlaceholders(routed, segments) };
  }
  const allowedMethods = candidates.flatMap((routed) => routed.operations.map((operation) => operation.method));
  return allowedMethods.length > 0 ? { allowedMethods } : undefined;
}

function countPlaceholders({ segments }: RoutedPath): number {
  return segments.filter(isPlaceholder).length;
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function matches(routed: RoutedPath, segments: string[]): boolean {
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

/** What is not encoded rightly stands for itself; it is the id of nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
