import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { formatJunit } from '../../src/report/format-junit.ts';
import { formatText } from '../../src/report/format-text.ts';
import { createReport, formatJson } from '../../src/report/report.ts';
import { context, createCheck, createFailure, report, wrongStatus } from './sample-report.ts';

const reportOf = (...interactions: VerifiedInteraction[]) => createReport({ interactions }, context);

const held = createCheck('BANK-2 an iban is taken');
const assumed = createFailure('PAY-1a a payment without redirectUrl is refused', {
  operationId: 'startPayment',
  basis: 'assumed',
  outcome: 'assumed: differs',
  isRefusal: true,
  problems: [wrongStatus(200, 'any 4xx')],
});
const skipped = createCheck('UAPI-1 a user is linked', {
  outcome: 'not checkable',
  reason: { kind: 'credential', text: '--api-key is missing' },
});

test('the terminal shows first what failed, its request, its answer and what to do, once', () => {
  expect(formatText(report)).toBe(`broken
  CONTRACT-2   A created contract is returned under data with id, type, senderRole and status CREATED.
    check     CONTRACT-2 the result has an id (createContract)
    wrong     data.id: is missing
    request   curl -i -X POST 'https://contract.example/api/external/contracts' -H 'authorization: Bearer '"$ESCROW_CLIENT_ADMIN_TOKEN" -H 'content-type: application/json' --data-raw '{"itemPrice":0}'
    answer    200; content-type: application/json
    body      {"data":{}}
    to do     Answer with the body that the description shows.
    also      CONTRACT-2 the result of another contract has an id: data.id: is missing
    rests on  Resources, Parent contract, last paragraph: Under data: id, type, senderRole, status CREATED.
    rests on  #/components/schemas/CreatedContract: The created contract. Later calls have its ID in their path.

not checked
  set-up failed: no data.id: 2 checks skipped; not checkable: PARTY-3, PARTY-4

held
  BANK-2

1 rule held, 1 is broken, 2 are not checkable.
Result: broken
`);
});

test('the terminal shows what differs from an assumption, what was left out, and remarks', () => {
  const notices = { remarks: ['JSON with the content type text/html'] };
  const partly = { ...skipped, rule: 'BANK-2', isRefusal: true };

  const text = formatText(reportOf({ ...held, ...notices }, partly, assumed));

  expect(text).toContain('1 rule held, none is broken, 1 assumed rule differs');
  expect(text).toContain('--api-key is missing: 1 check skipped\n');
  expect(text).toContain('JSON with the content type text/html: 1 check, such as BANK-2 an iban is taken');
  expect(text).toContain('PAY-1a a payment without redirectUrl is refused (assumed; startPayment)');
});

describe('JUnit', () => {
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites;
  };

  test('has a test case for each check: a failure if it is broken, an error if it could not be tried', () => {
    const { testsuite } = parse(formatJunit(report));
    const [untried, , failed, , passed] = testsuite.testcase;

    expect(testsuite).toMatchObject({
      ...{ tests: '5', failures: '2', errors: '2', skipped: '0' },
      ...{ name: 'contract-tests', timestamp: '2030-01-01T00:00:00', time: '1' },
    });
    expect(failed).toMatchObject({
      name: 'CONTRACT-2 the result has an id',
      classname: 'escrow-kit-client.createContract',
      failure: { type: 'broken', message: 'data.id: is missing', '#text': expect.stringContaining('request   curl') },
    });
    expect(untried.error).toEqual({ type: 'set-up', message: 'set-up failed: no data.id' });
    expect(passed).toMatchObject({ name: held.description, time: '0' });
  });

  test('skips what was not due, and passes what is assumed and differs, with the difference as output', () => {
    const { testsuite } = parse(formatJunit(reportOf(held, skipped, assumed)));

    expect([testsuite.errors, testsuite.failures, testsuite.skipped]).toEqual(['0', '0', '1']);
    expect(testsuite.testcase[1].skipped.message).toBe('--api-key is missing');
    expect(testsuite.testcase[2]['system-out']).toContain('the status is 200 instead of any 4xx');
  });

  test('holds any text, even what XML has no character for', () => {
    const text = 'a ]]> <b> & " \u0000 \ud800 \ufffe 😀';

    const xml = formatJunit(reportOf(createFailure('CONTRACT-2 <b>', { problems: [{ kind: 'other', text }] })));

    const { message } = parse(xml).testsuite.testcase.failure;
    expect(message).toBe('a ]]> <b> & " \\u{0000} \\u{d800} \\u{fffe} 😀');
  });
});

describe('what a service sent', () => {
  const command = '\n::error::a\r\n  ::set-output name=a::b\u2028::c \u001b[2J\u202e';
  const hostile = createFailure('CONTRACT-2 one', {
    problems: [{ kind: 'value', field: command, text: command }],
    exchange: {
      request: { method: 'GET', url: `https://contract.example/${command}`, headers: { authorization: command } },
      answer: { status: 200, headers: { location: command, 'content-type': command }, body: `::d${command}` },
    },
    event: `::e${command}`,
    remarks: [command],
  });
  const failed = createCheck('CONTRACT-1 two', {
    operationId: undefined,
    outcome: 'not checkable',
    reason: { kind: 'set-up', text: command },
  });

  test.for([
    ['text', formatText],
    ['JSON', formatJson],
    ['JUnit', formatJunit],
  ] as const)('begins no line of the %s, and no terminal obeys it', ([, format]) => {
    const written = format(reportOf(hostile, failed));

    expect(written).toContain('::error::a');
    expect(written).not.toMatch(/^\s*::/m);
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
