import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFindings } from '../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../src/observe/judge/create-judge.ts';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { formatObservationHtml } from '../../src/observe/report/format-observation-html.ts';
import { createObservationReport } from '../../src/observe/report/observation-report.ts';
import { createHostileExchange } from './findings/hostile-exchanges.ts';
import { callOf } from './support/exchange-of.ts';

const timeout = 600_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** By how many MiB the heap grows while these exchanges are taken, and of that, after the first 30,000. */
function growthOf(count: number, take: (number: number) => void): { whole: number; late: number } {
  const takeAll = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) take(number);
  };
  const before = heapInMebibytes();
  takeAll(0, 30_000);
  const early = heapInMebibytes();
  takeAll(30_000, count);
  const after = heapInMebibytes();
  return { whole: after - before, late: after - early };
}

/** A call that is served, with a token, secrets, a record, a form of its id, fields and headers of its own. */
function createHostileCall(number: number): RawExchange {
  const token = `token-${number}-${'0'.repeat(20)}`;
  // Its separators are the number, which no other id has.
  const id = number.toString(2).replaceAll('0', '-').replaceAll('1', '.').padEnd(1000, '-x');
  const answer = { access_token: `${token}1`, expires_in: 60, [`field${number}`]: number };
  const call = callOf('getUser', { path: { userId: id }, token, answer });
  const headers: [string, string][] = [
    ['Cookie', `session=${token}2`],
    [`X-${number}`, `${number}`],
  ];
  return { ...call, requestHeaders: [...call.requestHeaders, ...headers] };
}

test('judging 60,000 exchanges that have nothing in common levels out in memory', { timeout }, () => {
  const judge = createJudge({ keepsUnknownValues: true });

  const { whole, late } = growthOf(60_000, (number) => void judge(createHostileCall(number)));

  expect(late, `${whole} MiB`).toBeLessThan(5);
  expect(whole).toBeLessThan(50);
});

test('100,000 exchanges that have nothing in common level out in memory, and can be reported', { timeout }, () => {
  const findings = createFindings();

  const { whole, late } = growthOf(100_000, (number) => findings.add(createHostileExchange(number)));

  expect(late, `${whole} MiB`).toBeLessThan(10);
  expect(whole).toBeLessThan(100);
  const report = createObservationReport(findings);
  expect(report.exchanges).toBe(100_000);
  expect(formatObservationHtml(report).length).toBeLessThan(20_000_000);
});
