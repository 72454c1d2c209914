import { expect, test } from 'vitest';
import { findRemarks } from '../../src/judge/find-remarks.ts';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { formatHtml } from '../../src/report/format-html.ts';
import { formatText } from '../../src/report/format-text.ts';
import { createReport } from '../../src/report/report.ts';

test.for<[string, number, string | undefined, string, string[]]>([
  ['JSON', 200, 'application/json; charset=utf-8', '{}', []],
  ['JSON of a vendor', 200, 'application/vnd.service.v1+json', '{}', []],
  ['JSON as plain text', 200, 'text/plain', '{}', ['JSON came with the content type text/plain']],
  ['JSON as a page', 200, 'Text/HTML;charset=utf-8', '[]', ['JSON came with the content type text/html']],
  ['JSON without a content type', 200, undefined, '{}', ['JSON came with no content type']],
  ['text', 400, 'text/plain', 'No.', []],
  ['an empty success', 204, undefined, '', []],
  ['an empty refusal', 403, undefined, '', ['a refusal came without a body']],
  ['an empty 500, which is documented', 500, undefined, '', []],
])('%s is told if it is unusual', ([, status, contentType, body, remarks]) => {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };

  expect(findRemarks({ status, headers, body })).toEqual(remarks);
});

test('a report tells each remark once, with a count and an example, and blames nobody', () => {
  const remarks = ['JSON came with the content type text/html'];
  const held = (description: string): VerifiedInteraction => ({
    consumer: 'escrow-kit-client',
    description,
    rules: ['CONTRACT-1'],
    operationId: 'createContract',
    basis: 'stated',
    isRefusal: false,
    outcome: 'held',
    problems: [],
    remarks,
  });

  const report = createReport(
    { interactions: [held('CONTRACT-1 first'), held('CONTRACT-1 second')] },
    { deployment: { hosts: {}, credentials: {} }, startedAt: new Date(), endedAt: new Date() },
  );

  const line = 'JSON came with the content type text/html: 2 times, such as CONTRACT-1 first';
  expect(report.result).toBe('held');
  expect(formatText(report)).toContain(`remarks\n  ${line}\n`);
  expect(formatHtml(report)).toContain(`<h2>Remarks</h2>\n<ul>\n<li>${line}</li>\n</ul>`);
});
