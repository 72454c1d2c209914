/** Does what curl would do with a shown command. */
export function runCurl(command: string): Promise<Response> {
  const [, method = '', url = ''] = /^curl -X (\w+) '([^']+)'/.exec(command) ?? [];
  const valuesOf = (flag: string) =>
    [...command.matchAll(new RegExp(`${flag} '([^']*)'`, 'g'))].map(([, value]) => value ?? '');
  const headers = valuesOf('-H').map((line) => line.split(': ') as [string, string]);
  const fields = valuesOf('--data-urlencode').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const body = fields.length > 0 ? new URLSearchParams(fields) : valuesOf('-d')[0];
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}
