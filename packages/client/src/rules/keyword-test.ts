/** The rules behind a check, and what to write instead of a refused value. */
export interface Reasons {
  /** The id of the rule behind the keywords that `rules` does not list. */
  rule?: string | undefined;
  /** The ids of rules by keyword of the document, such as `pattern`. */
  rules?: Readonly<Record<string, string>> | undefined;
  /** What to write instead of a refused value. */
  remedy?: string | undefined;
}

/** A test of a value. */
export interface Test {
  passes(value: unknown): boolean;
  /** What is wrong if it fails, such as `must be text`. */
  problem: string;
  /** What to write instead. Default: the remedy of the value. */
  remedy?: string;
}

/**
 * Tests that no keyword of the document can express, by the names in its `x-check`. Generated checks refer to them by these names, so
 * that the document alone decides where they apply.
 */
export type NamedTests = Readonly<Record<string, Test>>;

/** The test of one keyword of the document, and the rules behind it. */
export interface KeywordTest {
  test: Test;
  keyword: string;
  reasons: Reasons;
}

/** Creates the tests for the names in `x-check`. */
export const keywordTests = (named: NamedTests, reasons: Reasons): KeywordTest[] =>
  Object.entries(named).map(([name, test]) => ({ test, keyword: `x-check.${name}`, reasons }));
