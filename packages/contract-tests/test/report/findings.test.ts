import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Problem, VerifiedInteraction } from '../../src/judge/verification.ts';
import { writeCurl } from '../../src/report/findings.ts';
import { createReport } from '../../src/report/report.ts';
import { answered, context, createFailure, wrongStatus } from './sample-report.ts';

const findingsOf = (...interactions: VerifiedInteraction[]) => createReport({ interactions }, context).findings;

test('the worst check of a rule is shown, and of the others what is wrong', () => {
  const assumed = { outcome: 'assumed: differs', basis: 'assumed' } as const;
  const problems: Problem[] = [{ kind: 'value', text: 'data.type: got 1', field: 'data.type' }];

  const [finding] = findingsOf(
    createFailure('CONTRACT-2 assumed', assumed),
    createFailure('CONTRACT-2 one'),
    createFailure('CONTRACT-2 two', { problems }),
  );

  expect(finding?.failure.check.description).toBe('CONTRACT-2 one');
  expect(finding?.others).toEqual(['CONTRACT-2 two: data.type: got 1', 'CONTRACT-2 assumed: data.id: is missing']);
});

describe('PARTY-3 a request that may have changed the record', () => {
  const served = (changes: Partial<VerifiedInteraction> = {}) =>
    createFailure('PARTY-3 one', { isRefusal: true, problems: [wrongStatus(200, 'any 4xx')], ...changes });
  const again = 'The record may have changed. To repeat the check, run verify';

  test.for<[string, VerifiedInteraction, string?]>([
    ['was served though it has to be refused', served(), `${again} --rule PARTY-3.`],
    ['failed with a 5xx', served({ isRefusal: false, ...answered(503) }), `${again} --rule PARTY-3.`],
    ['was refused', served(answered(404))],
  ])('is noted after its line if it %s', ([, check, note]) => {
    expect(findingsOf(check)[0]?.failure.curlNote).toBe(note);
  });
});

describe('the line of a request', () => {
  /** The arguments that a POSIX shell gives to curl. */
  function argumentsOf(line: string, variables: Record<string, string> = {}): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
    return execFileSync('sh', ['-c', script], { env: variables, encoding: 'utf8' }).split('\0').slice(0, -1);
  }

  const url = 'https://contract.example/api/contracts?a=1&b=$HOME';

  test('is read by a shell as it was sent', () => {
    const body = `{"name":"O'Brien \`id\` $(id) \\\\ \\n","price":1}`;

    const line = writeCurl({ method: 'PATCH', url, headers: { 'content-type': 'application/json' }, body });

    expect(line).not.toContain('\n');
    expect(argumentsOf(line)).toEqual([
      ...['-i', '-X', 'PATCH', url, '-H', 'content-type: application/json', '--data-raw', body],
    ]);
  });

  test('has a secret as the variable of its option, and names another one too', () => {
    const headers = { authorization: 'Bearer [ESCROW_API_KEY]', 'x-other': '[redacted]' };

    const line = writeCurl({ method: 'GET', url, headers });

    expect(line).toContain(`-H 'authorization: Bearer '"$ESCROW_API_KEY" -H 'x-other: '"$REDACTED"`);
    expect(argumentsOf(line, { ESCROW_API_KEY: `a b'"$c` })).toContain(`authorization: Bearer a b'"$c`);
  });

  test('lets curl encode a form, because a secret may need it', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'scope=payment%3A1&scope=2&client_secret=[ESCROW_CLIENT_SECRET]&empty=';

    const sent = argumentsOf(writeCurl({ method: 'POST', url, headers, body }), { ESCROW_CLIENT_SECRET: 'a&b' });

    expect(sent.filter((_, index) => sent[index - 1] === '--data-urlencode')).toEqual([
      ...['scope=payment:1', 'scope=2', 'client_secret=a&b', 'empty='],
    ]);
  });
});
