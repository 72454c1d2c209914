import { fillPath } from '@escrow-kit/spec';
import { operations, type ServiceOperation } from '../document/operations.ts';

/**
 * The headers of every answer of a deprecated operation: that it is deprecated, and what replaces it (LEGACY-4). The
 * replacement's address gets the ids of this one's path. Header names and values are our choice: not shown.
 */
export function deprecationHeaders(
  { replacedBy }: ServiceOperation,
  { path, publicUrl }: { path: Record<string, string>; publicUrl: string },
): Record<string, string> {
  const replacement = operations.find(({ id }) => id === replacedBy);
  if (!replacement) return {};
  const values = Object.values(path);
  const names = replacement.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const target = fillPath(replacement.path, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  const link = `<${publicUrl}${target}>; rel="successor-version"; title="${replacement.id}"`;
  return { deprecation: 'true', link };
}
