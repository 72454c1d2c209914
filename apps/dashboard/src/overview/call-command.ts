import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { quote } from '../requests/curl.ts';
import type { Credentials } from './credentials.ts';

type Operation = ControlSchema<'ServiceDescription'>['operations'][number];

/** The values to fill into a call. */
export interface CallValues {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A call of the service as a shell command, with the tenant's credentials. */
export function callCommand(
  { method, path, mediaType, tokenKinds }: Operation,
  { path: values = {}, query = {}, body }: CallValues,
  { origin, credentials }: { origin: string; credentials: Credentials },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `<${name}>`));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const address = `${origin}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  const tokens: Record<string, string> = { ...credentials.tokens };
  const token = tokens[tokenKinds[0] ?? ''];
  const lines = [`curl -X ${method} ${quote(address)}`];
  if (token !== undefined) lines.push(`-H ${quote(`authorization: Bearer ${token}`)}`);
  else lines.push("-H 'accept: application/json'");
  if (mediaType !== null && body !== undefined) lines.push(...bodyLines(mediaType, body));
  return lines.join(' \\\n  ');
}

function bodyLines(mediaType: string, body: unknown): string[] {
  if (mediaType !== 'application/x-www-form-urlencoded') {
    return [`-H ${quote(`content-type: ${mediaType}`)}`, `-d ${quote(JSON.stringify(body, undefined, 2))}`];
  }
  return Object.entries(body as Record<string, unknown>).map(
    ([name, value]) => `--data-urlencode ${quote(`${name}=${String(value)}`)}`,
  );
}
