import type { KeywordTest, Reasons } from './keyword-test.ts';
import { type Basis, basesByLevel, type Checks, type RuleTexts, type Violation } from './violation.ts';

/**
 * Checks a value, and fills in what the service fixes. `generated/service.ts` builds one for each schema by the functions of
 * `containers.ts` and `values.ts`, so that no constraint of the document is written by hand; `operationTable` refers to them.
 */
export interface Check extends Reasons {
  /** The one value that the service accepts. It is filled in if the caller gives none. */
  constant?: unknown;
  /** That no value may be sent. */
  isForbidden?: true;
  /** The fields of an object, by name. Undefined if they are not shown. */
  properties?: Readonly<Record<string, Property>> | undefined;
  /** The kinds of a tagged union, by tag. */
  kinds?: Readonly<Record<string, Check>>;
  /** The entries of a list, or the values of a map. */
  items?: Check;
  /** Returns the value with constants filled in, and adds violations to the findings. */
  run(value: unknown, path: string, findings: Findings): unknown;
}

/** A property of an object. */
export interface Property {
  check: Check;
  isRequired: boolean;
  /** The rule that requires it. */
  rule?: string | undefined;
}

/** Collects the violations of an input. */
export interface Findings {
  readonly violations: Violation[];
  /** Adds a violation, if it counts. One without a rule always counts, because the kit could not read the input. */
  add(path: string, problem: string, reasons: Reasons): void;
  /** Adds a violation that always counts: a request with it would reach another endpoint. */
  addAlways(path: string, problem: string, remedy: string): void;
  /** Adds a violation if a value fails a test. Returns whether it passes. */
  test(value: unknown, path: string, test: KeywordTest): boolean;
}

/** @param level Which violations of rules count. Others are dropped. */
export function createFindings(level: Checks, ruleTexts: RuleTexts): Findings {
  const violations: Violation[] = [];
  const findings: Findings = {
    violations,
    add(path, problem, { rule, remedy }) {
      const known = rule === undefined ? undefined : ruleTexts[rule];
      const basis: Basis = known?.basis ?? 'assumed';
      if (rule !== undefined && !basesByLevel[level].includes(basis)) return;
      violations.push({ path, problem, rule, text: known?.text, basis, remedy });
    },
    addAlways(path, problem, remedy) {
      violations.push({ path, problem, basis: 'implied', remedy });
    },
    test(value, path, { test, keyword, reasons }) {
      if (test.passes(value)) return true;
      const { rule, rules = {}, remedy } = reasons;
      findings.add(path, test.problem, { rule: rules[keyword] ?? rule, remedy: test.remedy ?? remedy });
      return false;
    },
  };
  return findings;
}
