import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../../src/deployment/escape-html.ts';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { formatObservationHtml } from '../../../src/observe/report/format-observation-html.ts';
import { formatObservationJson } from '../../../src/observe/report/format-observation-json.ts';
import { formatObservationText } from '../../../src/observe/report/format-observation-text.ts';
import { createObservationReport } from '../../../src/observe/report/observation-report.ts';
import { keepCall, keepEvent } from './kept-exchanges.ts';

function reportOf(exchanges: readonly KeptExchange[]) {
  const findings = createFindings();
  for (const exchange of exchanges) findings.add(exchange);
  return createObservationReport(findings);
}

const at = '2030-01-01T00:00:01.000Z';
const wrongType = {
  part: 'response',
  at: 'body.serviceUserId',
  pointer: '/serviceUserId',
  keyword: 'type',
  rule: 'USER-1',
  basis: 'stated',
  message: 'must be integer',
} as const;
const contradicting = keepCall('registerCustomer', { came: { serviceUserId: '1' } }, { at, violations: [wrongType] });

test('the terminal shows first what contradicts, with an example, in lines of at most 100 characters', () => {
  const text = formatObservationText(reportOf([contradicting, contradicting, contradicting]));

  expect(text).toContain(`Contradicts the document
  registerCustomer
    - registerCustomer: serviceUserId must be integer (USER-1). (3 times, likely)
      such as POST /realms/service/service-partner/customers, 2030-01-01 00:00:01 UTC, answered
        200

`);
  expect(text).toContain('  not called: addBankAccount, addAddress,');
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(text).toMatch(
    /Observed 3 exchanges, from 2030-01-01 00:00:01 UTC to 2030-01-01 00:00:01 UTC. 1 contradict the\ndocument/,
  );
});

test('names that a service chose reach neither the terminal nor the page as commands', () => {
  const hostile = '\u001b[2J<script>alert(1)</script>';
  const report = reportOf([keepCall('getUser', { came: { [hostile]: 1 } })]);

  expect(formatObservationText(report)).not.toContain('\u001b');
  const page = formatObservationHtml(report);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;');
  expect(XMLValidator.validate(page.replace('<!doctype html>', '').replaceAll(/<meta[^>]*>/g, ''))).toBe(true);
});

test('the JSON has a version and every finding', () => {
  const report = reportOf([contradicting]);

  expect(JSON.parse(formatObservationJson(report))).toEqual({ ...report, version: 1 });
});

test('without an exchange, everything is listed as not seen', () => {
  const report = reportOf([]);

  expect(new Set(report.findings.map(({ part }) => part))).toEqual(new Set(['not seen']));
  expect(formatObservationText(report)).toMatch(/No exchange was observed\.\n$/);
});

test('the fields of an answer are one line, and what several operations show alike is one line', () => {
  const refusal = { error: 'x', code: 1 };
  const calls = ['addAddress', 'addBankAccount', 'addParties'].flatMap((operation) =>
    [1, 2, 3].map(() => keepCall(operation, { status: 401, came: refusal })),
  );

  const text = formatObservationText(reportOf(calls));

  expect(text).toContain(`Shown now
  Several operations
    - addBankAccount, addAddress, addParties: each refuses with 401. (9 times, likely)
    - addBankAccount, addAddress, addParties: each 401 always has code (integer), error (string).
      (9 times, likely)
`);
});

test('the terminal lists calls and events that were not seen in a line each, and counts the rest, which page and JSON list', () => {
  const report = reportOf([contradicting, keepEvent({ contractId: 'm-1', status: 'PAID', referenceId: 'r' })]);

  const [, notSeen = ''] = formatObservationText(report).split('Not seen\n');

  const rest = report.findings.filter(
    ({ part, subject }) => part === 'not seen' && !['operation', 'event'].includes(subject),
  );
  expect(notSeen).toMatch(/^ {2}not called: addBankAccount, addAddress,/);
  expect(notSeen).toContain('  events not seen: CASHOUT_IN_PROGRESS, COMPLETED\n');
  expect(notSeen).toContain(`  Open places that were not shown: ${rest.length}, of one operation; the page`);
  expect(rest.length).toBeGreaterThan(2);
  const page = formatObservationHtml(report);
  for (const { remedy = '' } of rest) expect(page).toContain(escapeHtml(remedy));
});
