import { globSync, readFileSync } from 'node:fs';

/** A test whose title begins with the id of a rule. */
export interface RuleTest {
  /** Such as `PARTY-3`, or `BANK-1a` for a constraint. */
  rule: string;
  /** As written, including the id. `%s` and `$name` of a table are not replaced. */
  title: string;
  /** Whether the title is about a refusal, by that word or by a status. All others are about what is accepted. */
  isRefusal: boolean;
}

/** A quoted text that is an argument, an element of a table or a property, followed by another one. */
const titlePattern = /(?<=[([:,]\s*)(['"`])(?<title>(?<rule>[A-Z]+-\d+[a-z]?) [^\n]+?)\1,/g;

const refusalPattern = /refused|\b[45]\d\d\b/;

/** Finds the tests of a folder and its subfolders whose titles begin with the id of a rule. It reads the sources. */
export function findRuleTests(folder: string): RuleTest[] {
  const sources = globSync(`${folder}/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) => Array.from(source.matchAll(titlePattern), toRuleTest));
}

function toRuleTest({ groups: { rule = '', title = '' } = {} }: RegExpExecArray): RuleTest {
  return { rule, title, isRefusal: refusalPattern.test(title) };
}
