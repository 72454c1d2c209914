import { expect, test } from 'vitest';
import { anything } from '../src/deployment.ts';
import { type CheckOptions, Findings } from '../src/rules.ts';

/** What is wrong with a value, if anything. */
function problemsOf(options: CheckOptions, value: unknown): string[] {
  const findings = new Findings('all', {});
  anything(options).run(value, 'field', findings);
  return findings.violations.map(({ problem }) => problem);
}

test.each<[bounds: CheckOptions, within: unknown[], outside: unknown, problem: string]>([
  [{ minimum: 2 }, [2, 3, 'x'], 1.9, 'must be at least 2'],
  [{ minimum: 2, exclusiveMinimum: true }, [2.1, 'x'], 2, 'must be above 2'],
  [{ maximum: 2 }, [2, -3, 'x'], 2.1, 'must be at most 2'],
  [{ maximum: 2, exclusiveMaximum: true }, [1.9, 'x'], 2, 'must be below 2'],
  [{ multipleOf: 0.1 }, [0.3, 0, -7, 'x'], 0.35, 'must be a multiple of 0.1'],
  [{ minLength: 2 }, ['ab', 7], '🚲', 'must have at least 2 characters'],
  [{ maxLength: 1 }, ['🚲', '', 77], 'ab', 'must have at most 1 characters'],
  [{ minItems: 1 }, [[0], '', {}], [], 'must have at least 1 entries'],
  [{ maxItems: 1 }, [[], 'ab'], [1, 2], 'must have at most 1 entries'],
  [{ minProperties: 1 }, [{ a: 1 }, []], {}, 'must have at least 1 fields'],
  [{ maxProperties: 1 }, [{}, [1, 2]], { a: 1, b: 2 }, 'must have at most 1 fields'],
])(
  'a value within %j is accepted, one outside is refused, and another type has no bound',
  (bounds, within, outside, problem) => {
    expect(within.flatMap((value) => problemsOf(bounds, value))).toEqual([]);
    expect(problemsOf(bounds, outside)).toEqual([problem]);
  },
);

test('of several bounds, the first that is broken is reported', () => {
  expect(problemsOf({ minimum: 2, multipleOf: 2 }, 1)).toEqual(['must be at least 2']);
});

test('a value that may be null has no bound then', () => {
  expect(problemsOf({ minimum: 1, isNullable: true }, null)).toEqual([]);
});
