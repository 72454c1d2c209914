import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { formatJson } from '../../src/report/format-json.ts';
import { formatJunit } from '../../src/report/format-junit.ts';
import { formatText } from '../../src/report/format-text.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck, report, withoutId } from './sample-report.ts';

const reportOf = (...interactions: VerifiedInteraction[]) => createReport({ interactions }, context);

const held = createCheck('BANK-2 an iban is taken');
const assumed = createCheck('PAY-1a a payment without redirectUrl is refused', {
  operationId: 'startPayment',
  basis: 'assumed',
  outcome: 'assumed: differs',
  isRefusal: true,
  problems: [{ kind: 'answer', text: 'the status is 200 instead of any 4xx', rule: 'PAY-1a' }],
});
const skipped = createCheck('UAPI-1 a user is linked', {
  outcome: 'not checkable',
  reason: { kind: 'credential', text: '--api-key is not given' },
});
const hostile = (text: string, description = 'CONTRACT-2 <b>') =>
  createCheck(description, { ...withoutId, problems: [{ kind: 'answer', text }] });

test('the terminal shows of a failure its request, its answer, what it rests on and what to do, once', () => {
  expect(formatText(report)).toBe(`broken
  CONTRACT-2   A created parent comes back under data with id, type, senderRole and status CREATED.
    rests on  Resources, Parent contract, last paragraph: Under data: id, type, senderRole, status CREATED.
              #/components/schemas/CreatedContract: The parent as created. Later calls name its id in their path.
    check     CONTRACT-2 the result has an id
    wrong     data.id: is missing
    sent      POST https://contract.example/api/external/contracts (createContract)
              authorization: Bearer [ESCROW_CLIENT_ADMIN_TOKEN]; content-type: application/json
              {"itemPrice":0}
    came      200
              content-type: application/json
              {"data":{}}
    again     curl -i -X POST 'https://contract.example/api/external/contracts' -H 'authorization: Bearer '"$ESCROW_CLIENT_ADMIN_TOKEN" -H 'content-type: application/json' --data-raw '{"itemPrice":0}'
    to do     Add data.id to the body.
    also      STATE-1 a parent starts CREATED
    because of this, 2 checks could not be made; not checkable: PARTY-3, PARTY-4, STATE-1

held
  BANK-2

1 rule held, 1 is broken, 3 are not checkable.
`);
});

test('the terminal shows what differs from an assumption, what was left out, and remarks', () => {
  const notices = { remarks: ['JSON came with the content type text/html'] };
  const partly = { ...skipped, rules: ['BANK-2'], isRefusal: true };

  const text = formatText(reportOf({ ...held, ...notices }, partly, assumed));

  expect(text).toContain('1 rule held, none is broken, 1 differs from what is assumed');
  expect(text).toContain('--api-key is not given: 1 check left out; held without them: BANK-2');
  expect(text).toContain('JSON came with the content type text/html: BANK-2 an iban is taken');
  expect(text).toContain('PAY-1a a payment without redirectUrl is refused (assumed)');
});

test('in JSON, rules and findings name their checks', () => {
  const { result, durationInSeconds, rules, findings } = JSON.parse(formatJson(report));

  expect({ result, durationInSeconds }).toEqual({ result: 'broken', durationInSeconds: 1 });
  expect(rules).toContainEqual(
    expect.objectContaining({ id: 'BANK-2', basis: 'stated', outcome: 'held', interactions: [held.description] }),
  );
  expect(findings[0]).toMatchObject({
    rule: 'CONTRACT-2',
    causes: [{ check: 'CONTRACT-2 the result has an id', others: ['STATE-1 a parent starts CREATED'] }],
    consequences: { checks: 2, rules: ['PARTY-3', 'PARTY-4', 'STATE-1'] },
  });
});

describe('JUnit', () => {
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites;
  };

  test('has a test case for each check: a failure if it is broken, an error if it could not be tried', () => {
    const { testsuite, ...counts } = parse(formatJunit(report));
    const [untried, , failed, , passed] = testsuite.testcase;

    expect(counts).toMatchObject({ tests: '5', failures: '2', errors: '2' });
    expect(testsuite).toMatchObject({ name: 'escrow-kit-client', skipped: '0', timestamp: '2030-01-01T00:00:00' });
    expect(failed).toMatchObject({
      name: 'CONTRACT-2 the result has an id',
      classname: 'escrow-kit-client.createContract',
      failure: { type: 'broken', message: 'data.id: is missing', '#text': expect.stringContaining('again     curl') },
    });
    expect(untried.error).toEqual({ type: 'set-up', message: 'its state could not be set up: no data.id' });
    expect(passed).toMatchObject({ name: held.description, time: '0' });
  });

  test('skips what was not due, and passes what is assumed and differs, with the difference as output', () => {
    const { testsuite, errors, failures } = parse(formatJunit(reportOf(held, skipped, assumed)));

    expect([errors, failures, testsuite.skipped]).toEqual(['0', '0', '1']);
    expect(testsuite.testcase[1].skipped.message).toBe('--api-key is not given');
    expect(testsuite.testcase[2]['system-out']).toContain('the status is 200 instead of any 4xx');
  });

  test.for([
    ['a requested rule was not checked', [held, skipped], ['BANK-2', 'UAPI-1']],
    ['nothing was checked', [skipped], []],
  ] as const)('has an error if %s', ([, interactions, rules]) => {
    const incomplete = createReport({ interactions: [...interactions] }, { ...context, selection: { rules } });

    expect(parse(formatJunit(incomplete))).toMatchObject({ failures: '0', errors: '1' });
  });

  test('holds any text, even what XML has no character for', () => {
    const xml = formatJunit(reportOf(hostile('a ]]> <b> & " \u0000 \ud800 \ufffe 😀')));

    const { message } = parse(xml).testsuite.testcase.failure;
    expect(message).toBe('a ]]> <b> & " \ufffd \ufffd \ufffd 😀');
  });
});
