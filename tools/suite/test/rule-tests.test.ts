import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRuleTests } from '../src/rule-tests.ts';

test('finds titles that are arguments, after a table or in one, and no comments, expected texts or plain ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-rule-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'one.test.ts'),
    `test('A-1 a "call" is accepted', () => {});\ntest.each([1])(\n  "B-2a the number %s's sign is refused",\n  () => {},\n);
test.each([\n  'C-3 E-5 an element',\n  { title: \`D-4 a property, a bare 500\`, status: 500 },\n])('%s', () => {});
// 'A-1 a remark',\nexpect(text).toBe('A-1 a text');\nexpect(rule).toBe('A-1');\ntest('reads A-1 and more', () => {});`,
  );

  expect(findRuleTests(folder)).toEqual([
    { rule: 'A-1', title: 'A-1 a "call" is accepted', isRefusal: false },
    { rule: 'B-2a', title: "B-2a the number %s's sign is refused", isRefusal: true },
    { rule: 'C-3', title: 'C-3 E-5 an element', isRefusal: false },
    { rule: 'E-5', title: 'C-3 E-5 an element', isRefusal: false },
    { rule: 'D-4', title: 'D-4 a property, a bare 500', isRefusal: true },
  ]);
});
