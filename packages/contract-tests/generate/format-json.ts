/** The line width of the repository. */
const longestLine = 120;

/** Writes JSON as JSON.stringify does with two spaces, but puts on one line what fits. */
export function formatJson(value: unknown, indent = ''): string {
  const line = toLine(value);
  if (indent.length + line.length <= longestLine || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatJson(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
