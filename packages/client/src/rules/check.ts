import type { KeywordTest, Reasons } from './keyword-test.ts';
import { type Basis, basesByChecks, type Checks, type RuleTexts, type Violation } from './violation.ts';

/** Checks a value, and fills in what the service fixes, so that no caller types a constant. */
export interface Check extends Reasons {
  /** The one value that the service accepts, which is filled in where none is given. */
  constant?: unknown;
  /** Returns the value, filled in, and adds what it breaks to the findings. */
  run(value: unknown, path: string, findings: Findings): unknown;
}

/** What was found while an input is checked. */
export class Findings {
  readonly violations: Violation[] = [];
  readonly #checks: Checks;
  readonly #ruleTexts: RuleTexts;

  /** @param checks Which violations of rules count; others are dropped. */
  constructor(checks: Checks, ruleTexts: RuleTexts) {
    this.#checks = checks;
    this.#ruleTexts = ruleTexts;
  }

  /** Adds a violation, if it counts. One without a rule always does: this kit could not read its own input. */
  add(path: string, problem: string, { rule, remedy }: Reasons): void {
    const known = rule === undefined ? undefined : this.#ruleTexts[rule];
    const basis: Basis = known?.basis ?? 'assumed';
    if (rule !== undefined && !this.#counts(basis)) return;
    this.violations.push({ path, problem, rule, text: known?.text, basis, remedy });
  }

  #counts(basis: Basis): boolean {
    return basesByChecks[this.#checks].includes(basis);
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
