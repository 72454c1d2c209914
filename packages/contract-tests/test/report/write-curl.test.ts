import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { writeCurl } from '../../src/report/write-curl.ts';

/** The arguments that a POSIX shell gives to curl. */
function argumentsOf(line: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  return execFileSync('sh', ['-c', script], { env: variables, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const url = 'https://contract.example/api/contracts?a=1&b=$HOME';

test('a request is a line that a shell reads as it was sent', () => {
  const body = `{"name":"O'Brien \`id\` $(id) \\\\ \\n","price":1}`;

  const line = writeCurl({ method: 'PATCH', url, headers: { 'content-type': 'application/json', host: 'x' }, body });

  expect(line).not.toContain('\n');
  expect(argumentsOf(line)).toEqual([
    ...['-i', '-X', 'PATCH', url, '-H', 'content-type: application/json', '--data-raw', body],
  ]);
});

test('a secret is the variable of its option, and another one is named too', () => {
  const headers = { authorization: 'Bearer [ESCROW_API_KEY]', 'x-other': '[redacted]' };

  const line = writeCurl({ method: 'GET', url, headers });

  expect(line).toContain(`-H 'authorization: Bearer '"$ESCROW_API_KEY" -H 'x-other: '"$REDACTED"`);
  expect(argumentsOf(line, { ESCROW_API_KEY: `a b'"$c` })).toContain(`authorization: Bearer a b'"$c`);
});

test('a form is encoded by curl, because a secret may need it', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'scope=payment%3A1&scope=2&client_secret=[ESCROW_CLIENT_SECRET]&empty=';

  const sent = argumentsOf(writeCurl({ method: 'POST', url, headers, body }), { ESCROW_CLIENT_SECRET: 'a&b' });

  expect(sent.filter((_, index) => sent[index - 1] === '--data-urlencode')).toEqual([
    ...['scope=payment:1', 'scope=2', 'client_secret=a&b', 'empty='],
  ]);
});
