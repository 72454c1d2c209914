import type { Findings } from './findings.ts';

/** The rules that a check holds, and what to write instead of a value that is refused. */
export interface Reasons {
  /** The id of the rule behind each keyword that `rules` does not list. */
  rule?: string | undefined;
  /** The ids of the rules behind single keywords of the document, such as `pattern`. */
  rules?: Readonly<Record<string, string>>;
  remedy?: string | undefined;
}

/** Checks a value, and fills in what the service fixes, so that no caller types a constant. */
export interface Check extends Reasons {
  /** The one value that the service accepts, which is filled in where none is given. */
  constant?: unknown;
  /** Returns the value, filled in, and adds what it breaks to the findings. */
  run(value: unknown, path: string, findings: Findings): unknown;
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
