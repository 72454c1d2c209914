import { globSync, readFileSync } from 'node:fs';

/** A test whose title begins with ids of rules, for one of them. */
export interface RuleTest {
  /** Such as `PARTY-3`, or `BANK-1a` for a constraint. */
  rule: string;
  /** As in the source, including the ids. `%s` and `$name` of a table are not replaced. */
  title: string;
  /** Whether the title contains `refused` or an error status. All other tests are about accepted requests. */
  isRefusal: boolean;
}

/** A string that is an argument, a table element or a property, followed by a comma. */
const titlePattern = /(?<=[([:,]\s*)(['"`])(?<title>(?<rules>([A-Z]+-\d+[a-z]? )+)[^\n]+?)\1,/g;

const refusalPattern = /refused|\b[45]\d\d\b/;

/** Finds the tests in a folder and its subfolders whose titles begin with ids of rules, by reading the sources. */
export function findRuleTests(folder: string): RuleTest[] {
  const sources = globSync(`${folder}/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) => [...source.matchAll(titlePattern)].flatMap(toRuleTests));
}

function toRuleTests({ groups: { rules = '', title = '' } = {} }: RegExpExecArray): RuleTest[] {
  const isRefusal = refusalPattern.test(title);
  return rules
    .trim()
    .split(' ')
    .map((rule) => ({ rule, title, isRefusal }));
}
