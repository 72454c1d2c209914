import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import type { Selection } from '../../src/pacts/selection.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck } from './sample-report.ts';

const held = createCheck('PARTY-1 a BROKER with isSender false is refused', { isRefusal: true });
const wrong = [{ kind: 'answer', text: 'the status is 200 instead of any 4xx' } as const];
const broken: VerifiedInteraction = { ...held, outcome: 'broken', problems: wrong };
const differing = (basis: 'implied' | 'assumed'): VerifiedInteraction => ({
  ...broken,
  basis,
  outcome: `${basis}: differs`,
});
const leftOut: VerifiedInteraction = {
  ...held,
  outcome: 'not checkable',
  reason: { kind: 'credential', text: '--api-key is not given' },
};
const overlaid: VerifiedInteraction = { ...leftOut, reason: { kind: 'document', text: 'the document allows it' } };
const success: VerifiedInteraction = { ...held, isRefusal: false };
const failed: VerifiedInteraction = { ...leftOut, reason: { kind: 'set-up', text: 'no answer' } };

const reportOf = (interactions: VerifiedInteraction[], selection: Selection = {}) =>
  createReport({ interactions }, { ...context, selection });

/** The outcomes of the rules that were checked, and the result. */
const outcomesOf = (...[interactions, selection]: Parameters<typeof reportOf>) => {
  const { rules, result } = reportOf(interactions, selection);
  return [...rules.filter((rule) => rule.interactions.length > 0).map(({ id, outcome }) => `${id} ${outcome}`), result];
};

test.for<[what: string, interactions: VerifiedInteraction[], outcome: string, result: string]>([
  ['everything checked held', [held, leftOut], 'held', 'held'],
  ['one of its checks is broken', [held, differing('implied'), broken], 'broken', 'broken'],
  ['something implied differs', [held, differing('assumed'), differing('implied')], ...twice('implied: differs')],
  ['something assumed differs', [held, differing('assumed')], ...twice('assumed: differs')],
  ['only refusals were checked', [held, { ...leftOut, isRefusal: false }], 'not checkable', 'held'],
  ['overlays leave some of its refusals', [held, success, overlaid], 'held', 'held'],
  ['overlays leave none of its refusals', [success, overlaid], 'not checkable', 'held'],
  ['one of its states could not be set up', [held, failed], 'not checkable', 'incomplete'],
  ['an implied check could not be set up', [held, { ...failed, basis: 'implied' }], 'held', 'held'],
  ['nothing was checked', [leftOut], ...twice('not checkable')],
])('a rule, and the run, if %s', ([, interactions, outcome, result]) => {
  expect(outcomesOf(interactions)).toEqual([`PARTY-1 ${outcome}`, result]);
});

function twice<Text>(text: Text): [Text, Text] {
  return [text, text];
}

test('a rule that no check covers is listed as not checkable', () => {
  expect(reportOf([]).rules.find(({ id }) => id === 'PARTY-1')?.outcome).toBe('not checkable');
});

test('HOOK-4 a problem with another rule breaks only that one', () => {
  const late = { kind: 'condition', text: 'came once', rule: 'HOOK-4' } as const;
  const event = { ...broken, rules: ['HOOK-1', 'HOOK-4'], problems: [late] };

  expect(outcomesOf([event])).toEqual(['HOOK-1 held', 'HOOK-4 broken', 'broken']);
});

test('a constraint is not held if one of its checks breaks its rule', () => {
  const ofConstraint = (rules: string[], rule: string) => ({
    ...broken,
    rules,
    problems: wrong.map((one) => ({ ...one, rule })),
  });
  const success = { ...held, isRefusal: false, rules: ['PARTY-1', 'PARTY-1a'] };

  expect(outcomesOf([success, ofConstraint(['PARTY-1', 'PARTY-1a'], 'PARTY-1')])).toEqual([
    'PARTY-1 broken',
    'PARTY-1a not checkable',
    'broken',
  ]);
});

describe('a requested rule', () => {
  const other = { ...leftOut, rules: ['UAPI-1'] };

  test.for([
    [['PARTY-1', 'UAPI-1'], 'incomplete'],
    [['PARTY-1', 'UAPI-*'], 'held'],
  ] as const)('that was not checked is no success, unless by a glob: %j', ([rules, result]) => {
    expect(outcomesOf([held, other], { rules })).toEqual(['PARTY-1 held', 'UAPI-1 not checkable', result]);
  });
});

describe('an excluded rule', () => {
  const late = { kind: 'condition', text: 'came once', rule: 'HOOK-4' } as const;
  const event = { ...broken, rules: ['HOOK-1', 'HOOK-4'], problems: [late] };

  test('is not judged', () => {
    expect(outcomesOf([event], { exclude: ['HOOK-4'] })).toEqual(['HOOK-1 held', 'held']);
  });

  test('that hides whether the answer is right otherwise leaves its check out', () => {
    const refused = { ...event, problems: [{ ...late, kind: 'answer' as const }] };

    expect(outcomesOf([refused], { exclude: ['hook-4'] })).toEqual(['HOOK-1 not checkable', 'not checkable']);
  });
});
