import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import { formatObservationHtml } from '../../../src/observe/report/format-observation-html.ts';
import { createObservationReport } from '../../../src/observe/report/observation-report.ts';
import { createHostileExchange } from './hostile-exchanges.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test('100,000 exchanges that have nothing in common level out in memory, and can be reported', {
  timeout: 600_000,
}, () => {
  const findings = createFindings();
  const add = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) findings.add(createHostileExchange(number));
  };

  const before = heapInMebibytes();
  add(0, 30_000);
  const early = heapInMebibytes();
  add(30_000, 100_000);
  const late = heapInMebibytes();

  expect(late - early, `${before}, ${early}, ${late} MiB`).toBeLessThan(10);
  expect(late - before).toBeLessThan(100);
  const report = createObservationReport(findings);
  expect(report.exchanges).toBe(100_000);
  expect(formatObservationHtml(report).length).toBeLessThan(20_000_000);
});
