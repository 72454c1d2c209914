import { expect, test } from 'vitest';
import { anything, bounded, nullable } from '../src/deployment/index.ts';
import { createFindings } from '../src/rules/check.ts';

/** What is wrong with a value, if anything. */
function problemsOf(bounds: Parameters<typeof bounded>[1], value: unknown): string[] {
  const findings = createFindings('all', {});
  bounded(anything(), bounds, {}).run(value, 'field', findings);
  return findings.violations.map(({ problem }) => problem);
}

test.each<[bounds: Parameters<typeof bounded>[1], within: unknown[], outside: unknown, problem: string]>([
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

test('a value that may be null has no bound then', () => {
  const findings = createFindings('all', {});

  expect(nullable(bounded(anything(), { minimum: 1 }, {})).run(null, 'field', findings)).toBeNull();
  expect(findings.violations).toEqual([]);
});
