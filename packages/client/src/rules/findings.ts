import { ruleTexts } from '../generated/rule-texts.ts';
import type { NamedTests, Reasons, Test } from './check.ts';
import type { Basis, Checks, Violation } from './violation.ts';

/** What was found while an input is checked. */
export class Findings {
  readonly violations: Violation[] = [];
  readonly #checks: Checks;

  /** @param checks Which violations of rules count; others are dropped. */
  constructor(checks: Checks) {
    this.#checks = checks;
  }

  /** Adds a violation, if it counts. One without a rule always does: this kit could not read its own input. */
  add(path: string, problem: string, { rule, remedy }: Reasons): void {
    const known = rule === undefined ? undefined : ruleTexts[rule];
    const basis: Basis = known?.basis ?? 'assumed';
    if (rule !== undefined && !this.#counts(basis)) return;
    this.violations.push({ path, problem, rule, text: known?.text, basis, remedy });
  }

  #counts(basis: Basis): boolean {
    return this.#checks === 'all' || (this.#checks === 'stated' && basis === 'stated');
  }

  /** Adds a violation that always counts: a request with it would reach another endpoint. */
  addAlways(path: string, problem: string, remedy: string): void {
    this.violations.push({ path, problem, basis: 'implied', remedy });
  }

  /** Adds a violation where a value does not keep the test of a keyword. Returns whether it keeps it. */
  test(value: unknown, path: string, { test, keyword, reasons }: KeywordTest): boolean {
    if (test.isKept(value)) return true;
    const { rule, rules = {}, remedy } = reasons;
    this.add(path, test.problem, { rule: rules[keyword] ?? rule, remedy: test.remedy ?? remedy });
    return false;
  }
}

/** The test that holds a keyword of the document, and the rules behind it. */
export interface KeywordTest {
  test: Test;
  keyword: string;
  reasons: Reasons;
}

/** The tests that the document names in `x-check`. */
export const keywordTests = (named: NamedTests, reasons: Reasons): KeywordTest[] =>
  Object.entries(named).map(([name, test]) => ({ test, keyword: `x-check.${name}`, reasons }));
