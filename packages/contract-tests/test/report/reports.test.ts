import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { formatHtml } from '../../src/report/format-html.ts';
import { formatJson } from '../../src/report/format-json.ts';
import { formatMarkdown } from '../../src/report/format-markdown.ts';
import { formatText } from '../../src/report/format-text.ts';
import { createReport } from '../../src/report/report.ts';

const interaction = (changes: Partial<VerifiedInteraction>): VerifiedInteraction => ({
  consumer: 'escrow-kit-client',
  description: 'PARTY-1 a BROKER with isSender false is refused',
  rules: ['PARTY-1'],
  operationId: 'addParties',
  basis: 'stated',
  isRefusal: true,
  outcome: 'held',
  problems: [],
  ...changes,
});

const context = {
  deployment: { hosts: { contract: 'https://contract.example' }, credentials: { organizationToken: 's3cret' } },
  hiddenRules: [{ id: 'AUTH-7', text: 'A ticket opens one payment.' }],
  startedAt: new Date('2030-01-01T00:00:00Z'),
  endedAt: new Date('2030-01-01T00:00:12.34Z'),
};

const broken = interaction({
  description: 'PARTY-3 a PROVIDER with <b>isSender</b> is refused',
  rules: ['PARTY-3'],
  outcome: 'broken',
  problems: [{ kind: 'answer', text: 'the status is 200 & not any 4xx' }],
});
const skipped = interaction({
  description: 'UAPI-1 a user is linked',
  rules: ['UAPI-1'],
  outcome: 'not checkable',
  reason: { kind: 'credential', text: '--api-key is not given' },
});
const report = createReport({ interactions: [interaction({}), broken, skipped] }, context);

const outcomeOf = (interactions: VerifiedInteraction[], id: string) =>
  createReport({ interactions }, context).rules.find((rule) => rule.id === id)?.outcome;

describe('a rule', () => {
  test('is held if everything checked held', () => {
    expect(outcomeOf([interaction({}), interaction({ ...skipped, rules: ['PARTY-1'] })], 'PARTY-1')).toBe('held');
  });

  test('is broken if one of its checks is', () => {
    expect(outcomeOf([interaction({}), { ...broken, rules: ['PARTY-1'] }], 'PARTY-1')).toBe('broken');
  });

  test('is not checkable if only refusals were checked, and the calls that succeed were left out', () => {
    const leftOut = interaction({ ...skipped, rules: ['PARTY-1'], isRefusal: false });

    expect(outcomeOf([interaction({}), leftOut], 'PARTY-1')).toBe('not checkable');
  });

  test('is not checkable if one of its states could not be set up', () => {
    const failed = interaction({ outcome: 'not checkable', reason: { kind: 'set-up', text: 'no answer' } });

    expect(outcomeOf([interaction({}), failed], 'PARTY-1')).toBe('not checkable');
  });

  test('is not broken by a problem with another rule', () => {
    const late = interaction({
      rules: ['HOOK-1', 'HOOK-4'],
      outcome: 'broken',
      problems: [{ kind: 'condition', text: 'came once', rule: 'HOOK-4' }],
    });

    expect([outcomeOf([late], 'HOOK-1'), outcomeOf([late], 'HOOK-4')]).toEqual(['held', 'broken']);
  });

  test('that no check covers is listed as not checkable', () => {
    expect(outcomeOf([], 'PARTY-1')).toBe('not checkable');
  });
});

test("a verification whose states can't be set up is not a success", () => {
  const failed = interaction({ outcome: 'not checkable', reason: { kind: 'set-up', text: 'no answer' } });

  const failedReport = createReport({ interactions: [interaction({}), failed] }, context);

  expect(failedReport.result).toBe('incomplete');
  expect(formatText(failedReport)).toContain('Nothing is broken, but not everything could be tried.');
});

test('a verification that checked nothing is not a success', () => {
  const empty = createReport({ interactions: [skipped] }, context);

  expect(empty.result).toBe('not checkable');
  expect(formatText(empty)).toContain('Nothing was checked.');
  expect(formatHtml(empty)).toContain('<h1>Contract tests: nothing was checked</h1>');
});

test('a requested rule that was not checked is not a success', () => {
  const asked = createReport(
    { interactions: [interaction({}), skipped] },
    { ...context, selection: { rules: ['PARTY-1', 'UAPI-1'] } },
  );

  expect(asked.result).toBe('incomplete');
});

test('a rule asked for by a glob may be left out, unless nothing is checked', () => {
  const asked = (rules: string[]) =>
    createReport({ interactions: [interaction({}), skipped] }, { ...context, selection: { rules } });

  expect(asked(['PARTY-1', 'UAPI-*']).result).toBe('held');
  expect(asked(['PARTY-1', 'UAPI-*']).rules.map(({ id }) => id)).toEqual(['PARTY-1', 'UAPI-1']);
});

describe('an excluded rule', () => {
  const late = { kind: 'condition', text: 'came once', rule: 'HOOK-4' } as const;
  const event = interaction({ rules: ['HOOK-1', 'HOOK-4'], outcome: 'broken', problems: [late] });
  const outcomesOf = (one: VerifiedInteraction, exclude: string[]) => {
    const { rules, interactions } = createReport({ interactions: [one] }, { ...context, selection: { exclude } });
    return [interactions[0]?.outcome, ...rules.map(({ id, outcome }) => `${id} ${outcome}`)];
  };

  test('is not judged', () => {
    expect(outcomesOf(event, ['HOOK-4'])).toEqual(['held', 'HOOK-1 held']);
    expect(outcomesOf(event, ['hook-5'])).toEqual(['broken', 'HOOK-1 held', 'HOOK-4 broken']);
  });

  test('that hides whether the answer is right otherwise leaves its check out', () => {
    const refused = { ...event, problems: [{ ...late, kind: 'answer' }] } as const;

    expect(outcomesOf({ ...refused, problems: [...refused.problems] }, ['HOOK-4'])).toEqual([
      'not checkable',
      'HOOK-1 not checkable',
    ]);
  });
});

describe('in the terminal', () => {
  const text = formatText(report);

  test('broken rules come first, with the check and what is wrong', () => {
    expect(text).toMatch(
      /^broken\n {2}PARTY-3 .*\n {4}rests on +Party rules, 3: .*\n(.*\n)* {4}check +PARTY-3 .*\n {4}wrong +the status is 200 & not any 4xx\n/,
    );
    expect(text).toContain('1 rule held, 1 is broken');
  });

  test('a rule that held says what was left out of it, with the reason', () => {
    const partly = createReport(
      { interactions: [interaction({}), { ...skipped, rules: ['PARTY-1'], isRefusal: true }] },
      context,
    );

    const note = '--api-key is not given: 1 check left out; held without them: PARTY-1';
    expect(formatText(partly)).toContain(`not checked\n  ${note}\n`);
    expect(formatHtml(partly)).toContain(note);
  });

  test('lists the rules that no answer and no event shows', () => {
    expect(text).toContain('1 more rules do not show in calls or events and are not part of this: AUTH-7.');
  });

  test('says why something was not checked', () => {
    expect(text).toContain('--api-key is not given');
  });
});

describe('as a page', () => {
  const page = formatHtml(report);

  test('it is self-contained and runs no script', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|https?:\/\/(?!contract\.example)/i);
  });

  test('it has a language, one heading, and a table with headers', () => {
    expect(page).toContain('<html lang="en">');
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toMatch(/<caption>.*<th scope="col">/s);
    expect(page).toContain('<th scope="row">PARTY-3</th>');
  });

  test("it is light or dark, by the reader's setting", () => {
    expect(page).toContain('color-scheme: light dark');
    expect(page).toContain('prefers-color-scheme: dark');
  });

  test('it names each outcome in words, and lists broken rules first', () => {
    expect(page).toMatch(/<tbody>\s*<tr class="broken"><th scope="row">PARTY-3<\/th><td><span class="outcome">broken</);
  });

  test('it lists the given options, and contains no secret', () => {
    expect(page).toContain('<dt>given</dt><dd>--organization-token</dd>');
    expect(page).not.toContain('s3cret');
  });

  test('it lists the rules that no answer and no event shows', () => {
    expect(page).toContain('<th scope="row">AUTH-7</th><td>A ticket opens one payment.</td>');
  });

  test('it escapes texts', () => {
    expect(page).toContain('a PROVIDER with &lt;b&gt;isSender&lt;/b&gt; is refused');
    expect(page).toContain('the status is 200 &amp; not any 4xx');
  });
});

test('as JSON, a rule names its interactions', () => {
  const { result, rules, durationInSeconds } = JSON.parse(formatJson(report));

  expect({ result, durationInSeconds }).toEqual({ result: 'broken', durationInSeconds: 12.3 });
  expect(rules).toContainEqual(expect.objectContaining({ id: 'PARTY-3', interactions: [broken.description] }));
});

describe('what is implied or assumed and differs', () => {
  const different = interaction({
    description: 'PARTY-2a a CUSTOMER with isSender false is refused',
    rules: ['PARTY-2a', 'PARTY-2'],
    basis: 'implied',
    outcome: 'implied: differs',
    problems: [{ kind: 'answer', text: 'the status is 200 instead of any 4xx' }],
  });
  const differing = createReport({ interactions: [interaction({}), different] }, context);

  test('breaks nothing', () => {
    expect(differing.result).toBe('implied: differs');
    expect(outcomeOf([different], 'PARTY-2')).toBe('implied: differs');
  });

  test('appears in the terminal, with its basis', () => {
    expect(formatText(differing)).toMatch(
      /^implied: differs\n {2}PARTY-2 .*\n(.*\n)*? {4}check +PARTY-2a a CUSTOMER .* \(implied\)\n/,
    );
    expect(formatText(differing)).toContain('1 rule held, none is broken, 2 differ from what is implied');
  });

  test('appears on the page', () => {
    expect(formatHtml(differing)).toContain('<span class="outcome">implied: differs</span>');
  });

  test('appears in the JSON', () => {
    const { rules, interactions } = JSON.parse(formatJson(differing));

    expect(rules).toContainEqual(
      expect.objectContaining({ id: 'PARTY-2a', basis: 'implied', outcome: 'implied: differs' }),
    );
    expect(interactions).toContainEqual(expect.objectContaining({ basis: 'implied', outcome: 'implied: differs' }));
  });

  test('does not hide something broken', () => {
    expect(createReport({ interactions: [different, broken] }, context).result).toBe('broken');
    expect(outcomeOf([different, { ...broken, rules: ['PARTY-2'] }], 'PARTY-2')).toBe('broken');
  });

  test('is not a failure if its state could not be set up', () => {
    const failed = { ...different, outcome: 'not checkable', reason: { kind: 'set-up', text: 'no answer' } } as const;

    expect(createReport({ interactions: [interaction({}), { ...failed, problems: [] }] }, context).result).toBe('held');
  });
});

describe('generated requests', () => {
  const failure = { ...broken, changes: ['street is left out'], seed: 7 };
  const leftOut = [{ operationId: 'linkUser', reason: '--api-key is not given' }];
  const explored = { cases: 2, seed: 6, failures: [failure], leftOut };
  const verification = { interactions: [interaction({})] };

  test('a failure breaks its rule, and each format says what came of how many requests', () => {
    const exploring = createReport(verification, { ...context, explored });

    expect(exploring.result).toBe('broken');
    for (const format of [formatText, formatHtml, formatMarkdown]) {
      expect(format(exploring).replaceAll('\\', '')).toContain(
        '2 generated requests (--seed 6): 1 failure; linkUser left out: --api-key is not given.',
      );
    }
    const { explored: shown } = JSON.parse(formatJson(exploring));
    expect(shown).toEqual({ cases: 2, seed: 6, failures: [failure.description], leftOut });
  });

  test('a failure of an excluded rule is left out', () => {
    const excluding = createReport(verification, { ...context, explored, selection: { exclude: ['PARTY-3'] } });

    expect(excluding.result).toBe('held');
    expect(excluding.explored?.failures).toEqual([]);
  });
});
