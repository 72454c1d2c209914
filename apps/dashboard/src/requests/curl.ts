import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** An operation of the service. */
export type Operation = ControlSchema<'ServiceDescription'>['operations'][number];

/** The media type of forms. */
const formMediaType = 'application/x-www-form-urlencoded';

/** The log's placeholder for a secret or personal value. */
const redacted = '[redacted]';

/**
 * The request as a shell command without secrets. Tokens are shell variables, and what the log leaves out is a placeholder such
 * as `<phoneNumber>`.
 */
export function toCurl(
  { method, path, request }: ControlSchema<'LoggedRequest'>,
  { origin, operation }: { origin: string; operation?: Operation | undefined },
): string {
  const { path: values = {}, query = {}, body } = request ?? {};
  const kind = request?.tokenKind ?? operation?.tokenKinds[0];
  const mediaType = request?.mediaType ?? operation?.mediaType;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueText(values[name] ?? redacted, name));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${valueText(value, 'value')}`);
  const token = kind && `$${kind.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}_TOKEN`;
  return [
    `curl -X ${method} ${quote(`${origin}${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`)}`,
    // In double quotes, so that the shell fills in the variable.
    ...(token ? [`-H "authorization: Bearer ${token}"`] : []),
    ...(mediaType ? bodyLines(body === undefined ? '<body>' : withPlaceholders(body, 'value'), mediaType) : []),
  ].join(' \\\n  ');
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
