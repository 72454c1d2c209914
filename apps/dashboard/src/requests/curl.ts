import type { ControlSchema } from '@escrow-kit/sandbox-control';

type Request = ControlSchema<'LoggedRequest'>;
type Operation = ControlSchema<'ServiceDescription'>['operations'][number];

/** The log's placeholder for a secret or personal value. */
const redacted = '[redacted]';

/** The shell variables for tokens. */
const tokenVariables: Record<string, string> = {
  organization: 'ORGANIZATION_TOKEN',
  clientAdmin: 'CLIENT_ADMIN_TOKEN',
  legacyUser: 'LEGACY_USER_TOKEN',
  legacyApp: 'LEGACY_APP_TOKEN',
  apiKey: 'API_KEY',
};

/**
 * The request as a shell command without secrets. Tokens are shell variables, and what the log leaves out is a placeholder such
 * as `<phoneNumber>`.
 */
export function toCurl(
  request: Request,
  { origin, operation }: { origin: string; operation?: Operation | undefined },
): string {
  const { method, path, request: sent } = request;
  const query = queryText(sent?.query ?? {});
  const kind = sent?.tokenKind ?? operation?.tokenKinds[0];
  const lines = [`curl -X ${method} ${quote(`${origin}${fillPath(path, sent?.path ?? {})}${query}`)}`];
  if (kind !== undefined) lines.push(`-H "authorization: Bearer $${tokenVariables[kind] ?? 'TOKEN'}"`);
  if (sent?.body === undefined && operation?.mediaType) lines.push(...bodyLines('<body>', operation.mediaType));
  if (sent?.body !== undefined) lines.push(...bodyLines(withPlaceholders(sent.body, 'value'), sent.mediaType));
  return lines.join(' \\\n  ');
}

function bodyLines(body: unknown, mediaType = 'application/json'): string[] {
  if (mediaType === 'application/x-www-form-urlencoded' && typeof body === 'object' && body !== null) {
    return Object.entries(body).map(([name, value]) => `--data-urlencode ${quote(`${name}=${String(value)}`)}`);
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [`-H ${quote(`content-type: ${mediaType}`)}`, `--data ${quote(text)}`];
}

function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined || value === redacted ? `<${name}>` : encodeURIComponent(String(value));
  });
}

function queryText(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&').replaceAll(encodeURIComponent(redacted), '<value>')}`;
}

/** Replaces each left-out value by the name of its field. */
function withPlaceholders(value: unknown, name: string): unknown {
  if (value === redacted) return `<${name}>`;
  if (Array.isArray(value)) return value.map((entry) => withPlaceholders(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlaceholders(member, key)]));
}

/** Text in single quotes, which the shell does not change. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
