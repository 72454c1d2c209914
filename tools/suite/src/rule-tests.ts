import { globSync, readFileSync } from 'node:fs';

/** A test whose title begins with the id of a rule. */
export interface RuleTest {
  /** Such as `PARTY-3`, or `BANK-1a` for a constraint. */
  rule: string;
  /** As in the source, including the id. `%s` and `$name` of a table are not replaced. */
  title: string;
  /** Whether the title contains `refused` or an error status. All other tests are about accepted requests. */
  isRefusal: boolean;
}

/** A string that is an argument, a table element or a property, followed by a comma. */
const titlePattern = /(?<=[([:,]\s*)(['"`])(?<title>(?<rule>[A-Z]+-\d+[a-z]?) [^\n]+?)\1,/g;

const refusalPattern = /refused|\b[45]\d\d\b/;

/** Finds the tests in a folder and its subfolders whose titles begin with a rule id, by reading the sources. */
export function findRuleTests(folder: string): RuleTest[] {
  const sources = globSync(`${folder}/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) => Array.from(source.matchAll(titlePattern), toRuleTest));
}

function toRuleTest({ groups: { rule = '', title = '' } = {} }: RegExpExecArray): RuleTest {
  return { rule, title, isRefusal: refusalPattern.test(title) };
}
