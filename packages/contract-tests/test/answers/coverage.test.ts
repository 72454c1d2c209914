import { expect, test } from 'vitest';
import { coveredAnswers } from './covered-answers.ts';
import { documentedAnswers } from './documented-answers.ts';
import { formatCoverage } from './format-coverage.ts';
import { gaps } from './gaps.ts';

test('every documented answer of every operation is in an interaction, or is a gap with a reason', () => {
  const open = documentedAnswers.filter((answer) => !coveredAnswers.has(answer) && !gaps[answer]);

  expect(open).toEqual([]);
});

test('no gap is covered, and every gap is a documented answer', () => {
  const stale = Object.keys(gaps).filter((answer) => coveredAnswers.has(answer) || !documentedAnswers.includes(answer));

  expect(stale).toEqual([]);
});

test('no interaction has an answer that is not documented', () => {
  expect([...coveredAnswers.keys()].filter((answer) => !documentedAnswers.includes(answer))).toEqual([]);
});

test('coverage.md is up to date', async () => {
  await expect(formatCoverage()).toMatchFileSnapshot('../../coverage.md');
});
