import { expect, test } from 'vitest';
import passages from '../passages.json' with { type: 'json' };
import { passagesOf } from '../src/document/rules.ts';
import { findRule, mainRuleOf, rules, type ServiceRule } from '../src/index.ts';

const idsWhere = (holds: (rule: ServiceRule) => boolean): string[] =>
  Object.keys(rules).filter((id) => holds(rules[id] as ServiceRule));

test('what is stated or implied has a source, and what is implied or assumed a reason', () => {
  expect(idsWhere(({ basis, source }) => (source === undefined) !== (basis === 'assumed'))).toEqual([]);
  expect(idsWhere(({ basis, reason }) => (reason === undefined) !== (basis === 'stated'))).toEqual([]);
});

test('every rule that is stated or implied rests on passages of the description, and every passage carries a rule', () => {
  const cited = Object.values(rules).flatMap(passagesOf);

  expect(cited.filter((passage) => !Object.hasOwn(passages, passage))).toEqual([]);
  expect(Object.keys(passages).filter((passage) => !cited.includes(passage))).toEqual([]);
  expect(Object.values(passages).filter((words) => words.trim() === '')).toEqual([]);
});

test('a constraint belongs to a rule and is never stated, or it would be part of the rule', () => {
  const constraints = Object.keys(rules).filter((id) => mainRuleOf(id) !== id);

  expect(constraints.filter((id) => findRule(mainRuleOf(id)) === undefined)).toEqual([]);
  expect(constraints.filter((id) => findRule(id)?.basis === 'stated')).toEqual([]);
});

test('something holds every rule', () => {
  expect(idsWhere(({ heldBy }) => heldBy.length === 0)).toEqual([]);
});

test('an unknown id finds no rule, even if every object has such a key', () => {
  expect(findRule('PARTY-99')).toBeUndefined();
  expect(findRule('toString')).toBeUndefined();
});
