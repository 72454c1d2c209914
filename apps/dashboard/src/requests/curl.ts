import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** An operation of the service. */
export type Operation = ControlSchema<'ServiceDescription'>['operations'][number];

/** The media type of forms. */
const formMediaType = 'application/x-www-form-urlencoded';

/** The log's placeholder for a secret or personal value. */
const redacted = '[redacted]';

interface CurlParts {
  method: string;
  /** With placeholders in braces. */
  path: string;
  /** The values of the placeholders; unknown ones stay placeholders, such as `<phoneNumber>`. */
  pathValues?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  /** In the quotes of the shell. */
  header?: string | undefined;
  /** Default: null, for a call without a body. */
  mediaType?: string | null;
  body?: unknown;
}

/** A call as a shell command. */
function curl(origin: string, { method, path, pathValues = {}, query = {}, ...parts }: CurlParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueText(pathValues[name] ?? redacted, name));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${valueText(value, 'value')}`);
  const lines = [`curl -X ${method} ${quote(`${origin}${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`)}`];
  if (parts.header !== undefined) lines.push(`-H ${parts.header}`);
  if (parts.mediaType && parts.body !== undefined) lines.push(...bodyLines(parts.body, parts.mediaType));
  return lines.join(' \\\n  ');
}

/**
 * The request as a shell command without secrets. Tokens are shell variables, and what the log leaves out is a placeholder such
 * as `<phoneNumber>`.
 */
export function toCurl(
  { method, path, request }: ControlSchema<'LoggedRequest'>,
  { origin, operation }: { origin: string; operation?: Operation | undefined },
): string {
  const kind = request?.tokenKind ?? operation?.tokenKinds[0];
  return curl(origin, {
    ...{ method, path, pathValues: request?.path, query: request?.query },
    header: kind && `"authorization: Bearer $${tokenWord(kind)}"`,
    mediaType: request?.mediaType ?? operation?.mediaType ?? null,
    body: request?.body === undefined ? '<body>' : withPlaceholders(request.body, 'value'),
  });
}

/** The word for a token of a kind, such as `CLIENT_ADMIN_TOKEN`. */
function tokenWord(kind: string): string {
  return `${kind.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}_TOKEN`;
}

function bodyLines(body: unknown, mediaType: string): string[] {
  if (mediaType === formMediaType && typeof body === 'object' && body !== null) {
    return Object.entries(body).map(([name, value]) => `--data-urlencode ${quote(`${name}=${String(value)}`)}`);
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  return [`-H ${quote(`content-type: ${mediaType}`)}`, `-d ${quote(text)}`];
}

function valueText(value: unknown, name: string): string {
  return value === redacted ? `<${name}>` : encodeURIComponent(String(value));
}

/** Replaces each left-out value by the name of its field. */
function withPlaceholders(value: unknown, name: string): unknown {
  if (value === redacted) return `<${name}>`;
  if (Array.isArray(value)) return value.map((entry) => withPlaceholders(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlaceholders(member, key)]));
}

/** Text in single quotes, which the shell does not change. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
