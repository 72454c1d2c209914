import type { SentRequest } from '../deployment/exchange.ts';

/** Headers that curl sends by itself, or that say nothing about the request. */
const omitted = new Set(['host', 'content-length', 'user-agent', 'accept-encoding', 'connection']);

/**
 * Writes a redacted request as one line of a POSIX shell, which sends it again with curl. Each secret is a variable: that of its
 * option, such as `"$ESCROW_API_KEY"`, otherwise `"$REDACTED"`.
 */
export function writeCurl({ method, url, headers, body }: SentRequest): string {
  const sent = Object.entries(headers).filter(([name]) => !omitted.has(name.toLowerCase()));
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...sent.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : isForm ? writeForm(body) : [`--data-raw ${quote(body)}`]),
  ].join(' ');
}

/** Field by field, because the value of a variable has to be encoded. */
function writeForm(body: string): string[] {
  return [...new URLSearchParams(body)].map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** In single quotes, in which a shell changes nothing, with the secrets outside of them. */
function quote(text: string): string {
  const parts = text.split(/\[(ESCROW_[A-Z_]+|redacted)\]/);
  const quoted = parts.map((part, index) => {
    if (index % 2 === 1) return `"$${part.toUpperCase()}"`;
    return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
  });
  return quoted.join('') || "''";
}
