import { describe, expect, test } from 'vitest';
import { findRule } from '../src/index.ts';
import { createValidator } from '../src/validate.ts';
import { schemaCases } from './schema-cases.ts';

describe.for(schemaCases)('$schema', ({ rule, schema, accepts, refuses, at, named = rule }) => {
  const [acceptedTitle, accepted] = accepts;
  const [refusedTitle, refused] = refuses;
  const validate = createValidator(`#/components/schemas/${schema}`);

  test(`${rule} ${acceptedTitle}`, () => {
    expect(validate(accepted)).toEqual([]);
  });

  test(`${rule} ${refusedTitle}`, () => {
    const violations = validate(refused);

    expect(violations.map(({ path }) => path)).toContain(at);
    const found = violations.find(({ path }) => path === at);
    expect(found).toMatchObject({ rule: named, basis: findRule(named)?.basis });
  });
});
