/** The rules that a check holds, and what to write instead of a value that is refused. */
export interface Reasons {
  /** The id of the rule behind each keyword that `rules` does not list. */
  rule?: string | undefined;
  /** The ids of the rules behind single keywords of the document, such as `pattern`. */
  rules?: Readonly<Record<string, string>> | undefined;
  remedy?: string | undefined;
}

/** One thing that a value has to be. */
export interface Test {
  isKept(value: unknown): boolean;
  /** What is wrong where it is not kept, such as `must be text`. */
  problem: string;
  /** What to write instead, where it is more than the remedy of the value. */
  remedy?: string;
}

/** Tests that no keyword of the document can state, by the names that the document's `x-check` lists. */
export type NamedTests = Readonly<Record<string, Test>>;

/** The test that holds a keyword of the document, and the rules behind it. */
export interface KeywordTest {
  test: Test;
  keyword: string;
  reasons: Reasons;
}

/** The tests that the document names in `x-check`. */
export const keywordTests = (named: NamedTests, reasons: Reasons): KeywordTest[] =>
  Object.entries(named).map(([name, test]) => ({ test, keyword: `x-check.${name}`, reasons }));
