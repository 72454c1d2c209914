import { describe, expect, test } from 'vitest';
import { findRule } from '../src/index.ts';
import { createValidator } from '../src/validate.ts';
import { schemaCases } from './schema-cases.ts';

describe.for(schemaCases)('$schema', ({ rule, schema, accepted, refused, named = rule }) => {
  const validate = createValidator(`#/components/schemas/${schema}`);

  test(`${rule} ${accepted.title}`, () => {
    expect(validate(accepted.value)).toEqual([]);
  });

  test(`${rule} ${refused.title}`, () => {
    const violations = validate(refused.value);

    expect(violations.map(({ path }) => path)).toContain(refused.at);
    const found = violations.find(({ path }) => path === refused.at);
    expect(found).toMatchObject({ rule: named, basis: findRule(named)?.basis });
  });
});
