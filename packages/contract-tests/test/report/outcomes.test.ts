import { describe, expect, test } from 'vitest';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import type { Selection } from '../../src/pacts/pacts.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck, createFailure, wrongStatus } from './sample-report.ts';

const held = createCheck('PARTY-1 a BROKER with isSender false is refused', { isRefusal: true });
const problems = [wrongStatus(200, 'any 4xx')];
const broken: VerifiedInteraction = { ...held, outcome: 'broken', problems, blamed: 'PARTY-1' };
const differing = (basis: 'implied' | 'assumed'): VerifiedInteraction => ({
  ...broken,
  basis,
  outcome: `${basis}: differs`,
});
const leftOut: VerifiedInteraction = {
  ...held,
  outcome: 'not checkable',
  reason: { kind: 'credential', text: '--api-key is missing' },
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

test('a check that breaks another rule leaves its own open', () => {
  const refused = createFailure('PARTY-1 a BROKER is taken', { blamed: 'AUTH-3' });

  expect(outcomesOf([refused])).toEqual(['AUTH-3 broken', 'PARTY-1 not checkable', 'broken']);
});

describe('a requested rule', () => {
  const other = { ...leftOut, rule: 'UAPI-1' };

  test.for([
    [['PARTY-1', 'UAPI-1'], 'incomplete'],
    [['PARTY-1', 'UAPI-*'], 'held'],
  ] as const)('that was not checked is no success, unless by a glob: %j', ([rules, result]) => {
    expect(outcomesOf([held, other], { rules })).toEqual(['PARTY-1 held', 'UAPI-1 not checkable', result]);
  });
});

test('a check that fails for an excluded rule was not made', () => {
  const refused = createFailure('PARTY-1 a BROKER is taken', { blamed: 'AUTH-3' });

  const { rules, result } = reportOf([refused], { exclude: ['auth-3'] });

  expect(rules.map(({ id, reasons }) => [id, reasons[0]?.text])).toEqual([
    ['PARTY-1', 'it failed for the excluded rule AUTH-3'],
  ]);
  expect(result).toBe('not checkable');
});
