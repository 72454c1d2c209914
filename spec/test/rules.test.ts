import { expect, test } from 'vitest';
import passages from '../passages.json' with { type: 'json' };
import { passagesOf } from '../src/document/rules.ts';
import { findRule, groundsOf, mainRuleOf, rules, type ServiceRule } from '../src/index.ts';

const findIds = (holds: (rule: ServiceRule) => boolean): string[] =>
  Object.keys(rules).filter((id) => holds(rules[id] as ServiceRule));

test('a stated or implied rule has a source, an implied or assumed one a reason', () => {
  expect(findIds(({ basis, source }) => (source === undefined) !== (basis === 'assumed'))).toEqual([]);
  expect(findIds(({ basis, reason }) => (reason === undefined) !== (basis === 'stated'))).toEqual([]);
});

test('every stated or implied rule cites passages of the description, and every passage is cited', () => {
  const cited = Object.values(rules).flatMap(passagesOf);

  expect(cited.filter((passage) => !Object.hasOwn(passages, passage))).toEqual([]);
  expect(Object.keys(passages).filter((passage) => !cited.includes(passage))).toEqual([]);
  expect(Object.values(passages).filter((words) => words.trim() === '')).toEqual([]);
});

test('every rule is held by some part, and a constraint belongs to a rule and is never stated', () => {
  const constraints = Object.keys(rules).filter((id) => mainRuleOf(id) !== id);

  expect(findIds(({ heldBy }) => heldBy.length === 0)).toEqual([]);
  expect(constraints.filter((id) => findRule(mainRuleOf(id)) === undefined)).toEqual([]);
  expect(constraints.filter((id) => findRule(id)?.basis === 'stated')).toEqual([]);
});

test('an unknown id finds no rule, even if it is an inherited key', () => {
  expect(findRule('PARTY-99')).toBeUndefined();
  expect(findRule('toString')).toBeUndefined();
});

test('PARTY-3 rests on a passage of the description, and on a part of the document', () => {
  expect(groundsOf('PARTY-3')).toEqual([
    { place: 'Party rules, 3', text: passages['Party rules, 3'] },
    { place: 'Errors, row 3', text: passages['Errors, row 3'] },
    { place: '#/components/schemas/ProviderParty', text: 'The seller.' },
  ]);
});

test('a rule rests on a component, or else on the first operation, on the description alone, or on nothing', () => {
  expect(groundsOf('AUTH-4').at(-1)?.place).toMatch(/^#\/components\//);
  expect(groundsOf('HOOK-4').at(-1)?.place).toMatch(/^#\/x-webhooks\/contractEvent\/post/);
  expect(groundsOf('AUTH-7').map(({ place }) => place)).toEqual([rules['AUTH-7']?.source]);
  expect([groundsOf('USER-5b'), groundsOf('PARTY-99')]).toEqual([[], []]);
});
