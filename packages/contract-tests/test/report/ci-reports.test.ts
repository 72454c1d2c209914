import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { cutToSummary, formatAnnotations } from '../../src/report/format-github.ts';
import { formatJunit } from '../../src/report/format-junit.ts';
import { formatMarkdown } from '../../src/report/format-markdown.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck, report, withoutId } from './sample-report.ts';

const reportOf = (interactions: VerifiedInteraction[]) => createReport({ interactions }, context);

const assumed = createCheck('PAY-1a a payment without redirectUrl is refused', {
  operationId: 'startPayment',
  basis: 'assumed',
  outcome: 'assumed: differs',
  isRefusal: true,
  problems: [{ kind: 'answer', text: 'the status is 200 instead of any 4xx', rule: 'PAY-1a' }],
});

describe('JUnit', () => {
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites;
  };

  test('has a test case for each check: a failure if it is broken, an error if it could not be tried', () => {
    const { testsuite, ...counts } = parse(formatJunit(report));
    const [untried, , failed, , held] = testsuite.testcase;

    expect(counts).toMatchObject({ tests: '5', failures: '2', errors: '2' });
    expect(testsuite).toMatchObject({
      name: 'escrow-kit-client',
      tests: '5',
      skipped: '0',
      timestamp: '2030-01-01T00:00:00',
    });
    expect(failed).toMatchObject({
      name: 'CONTRACT-2 the result has an id',
      classname: 'escrow-kit-client.createContract',
      failure: { type: 'broken', message: 'data.id: is missing', '#text': expect.stringContaining('again     curl') },
    });
    expect(untried.error).toEqual({ type: 'set-up', message: 'its state could not be set up: no data.id' });
    expect(held).toEqual({ name: 'BANK-2 an iban is taken', classname: 'escrow-kit-client.addBankAccount', time: '0' });
  });

  const skipped = createCheck('UAPI-1 a user is linked', {
    outcome: 'not checkable',
    reason: { kind: 'credential', text: '--api-key is not given' },
  });

  test('skips what was not due', () => {
    const { testsuite, errors } = parse(formatJunit(reportOf([createCheck('BANK-2 an iban is taken'), skipped])));

    expect([errors, testsuite.skipped]).toEqual(['0', '1']);
    expect(testsuite.testcase[1].skipped.message).toBe('--api-key is not given');
  });

  test.for([
    ['a requested rule was not checked', [createCheck('BANK-2 an iban is taken'), skipped], ['BANK-2', 'UAPI-1']],
    ['nothing was checked', [skipped], []],
  ] as const)('has an error if %s', ([, interactions, rules]) => {
    const incomplete = createReport({ interactions: [...interactions] }, { ...context, selection: { rules } });

    expect(parse(formatJunit(incomplete))).toMatchObject({ failures: '0', errors: '1' });
  });

  test('passes what is assumed and differs, with the difference as output', () => {
    const { testsuite, failures } = parse(formatJunit(reportOf([assumed])));

    expect(failures).toBe('0');
    expect(testsuite.testcase['system-out']).toContain('the status is 200 instead of any 4xx');
  });

  test('holds any text, even what XML has no character for', () => {
    const text = 'a ]]> <b> & " \u0000 \ud800 \ufffe 😀';
    const wrong = createCheck('CONTRACT-2 <b>', { ...withoutId, problems: [{ kind: 'answer', text }] });

    expect(parse(formatJunit(reportOf([wrong]))).testsuite.testcase.failure.message).toContain('a ]]> <b> & " \ufffd');
  });
});

describe('Markdown', () => {
  test('tells each cause once, in a block of code, with what was not checked', () => {
    const markdown = formatMarkdown(report);

    expect(markdown).toMatch(/^## Contract tests: something is broken\n\n1 rule held, 1 is broken/);
    expect(markdown).toMatch(
      /\n### CONTRACT-2 broken\n\n.*\n\n```text\n {4}rests on (.*\n)+```\n\nbecause of this, 2 checks/,
    );
    expect(markdown.match(/data\.id: is missing/g)).toHaveLength(1);
    expect(markdown).toContain('\n### Held\n\nBANK-2\n');
  });

  test('is not ended or formatted by an answer', () => {
    const problems = [{ kind: 'answer', text: 'id: got ````\n<script>' } as const];
    const skipped = createCheck('BANK-2 an iban', {
      outcome: 'not checkable',
      reason: { kind: 'set-up', text: '<b>@team</b>' },
    });

    const markdown = formatMarkdown(reportOf([createCheck('CONTRACT-2 one', { ...withoutId, problems }), skipped]));

    expect(markdown).toMatch(/\n`````text\n(.*\n)+`````\n/);
    expect(markdown).toContain(String.raw`- \<b\>\@team\</b\>: 1 check left out`);
  });
});

describe('GitHub', () => {
  const annotationsOf = (interactions: VerifiedInteraction[]) => formatAnnotations(reportOf(interactions)).split('\n');

  test('gets an error for each rule at fault, in one line', () => {
    expect(formatAnnotations(report)).toBe(
      '::error title=CONTRACT-2 broken::A created parent comes back under data with id, type, senderRole and status CREATED.%0A' +
        'CONTRACT-2 the result has an id%0Adata.id: is missing%0ATo do: Add data.id to the body.%0A' +
        'because of this, 2 checks could not be made; not checkable: PARTY-3, PARTY-4, STATE-1\n',
    );
  });

  test('gets a warning for what is assumed', () => {
    expect(annotationsOf([assumed])[0]).toMatch(/^::warning title=PAY-1a assumed%3A differs::/);
  });

  test('obeys nothing that an answer says', () => {
    const problems = [{ kind: 'answer', text: '100%\r\n::error::x' } as const];

    const lines = annotationsOf([createCheck('CONTRACT-2 one', { ...withoutId, problems })]);

    expect(lines).toEqual([expect.stringContaining('%0A100%25%0D%0A::error::x%0A'), '']);
  });

  test('gets at most 10 of a kind, and is told how many there are more', () => {
    const ids = ['1', '1a', '1b', '1c', '1d', '2', '3', '4', '5', '5a', '5b', '5c'].map((id) => `USER-${id}`);
    const checks = ids.map((id) =>
      createCheck(`${id} is broken`, { outcome: 'broken', problems: [{ kind: 'answer', text: id }] }),
    );

    const lines = annotationsOf(checks);

    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe('::error title=Contract tests::3 more rules differ: see the report.');
  });

  test('gets a summary of at most 1 MiB, cut before a section', () => {
    const section = `### PARTY-3 broken\n\n${'é'.repeat(200_000)}\n\n`;

    const cut = cutToSummary(`## Title\n\n${section.repeat(4)}`);

    expect(Buffer.byteLength(cut)).toBeLessThan(1024 * 1024);
    expect(cut).toBe(`## Title\n\n${section.repeat(2)}The rest is cut: it is longer than a summary may be.\n`);
    expect(cutToSummary(section)).toBe(section);
  });
});
