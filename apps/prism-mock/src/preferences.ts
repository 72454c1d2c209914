/** The preferences in a `Prefer` header, as text; Prism checks the values. */
export interface Preferences {
  /** A status of the document. */
  code?: string;
  /** An example of the document, by its name. */
  example?: string;
  /** Make up a body from the schema. */
  dynamic?: string;
  /** The same seed makes up the same body. */
  seed?: string;
}

const names = ['code', 'example', 'dynamic', 'seed'] as const;

/** Reads a `Prefer` header. Other preferences are left out. If one is repeated the first counts, as in Prism. */
export function readPreferences(header: string | string[] = ''): Preferences {
  const preferences: Preferences = {};
  for (const [entry] of String(header).matchAll(/(?:"[^"]*"|[^,"])+/g)) {
    const [, name, quoted, plain] = /^\s*(\w+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/.exec(entry) ?? [];
    const known = names.find((one) => one === name?.toLowerCase());
    if (known) preferences[known] ??= quoted ?? plain ?? '';
  }
  return preferences;
}

/** Writes a `Prefer` header. It is never empty: without one, Prism would take preferences from the query. */
export function writePreferences(preferences: Preferences): string {
  const all: Preferences = { dynamic: 'false', ...preferences };
  return Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ');
}
