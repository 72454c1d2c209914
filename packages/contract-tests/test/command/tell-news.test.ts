import { expect, onTestFinished, test, vi } from 'vitest';
import { tellNews } from '../../src/command-line/tell-news.ts';
import type { Finding } from '../../src/observe/findings/finding.ts';
import type { ObservationReport } from '../../src/observe/report/observation-report.ts';

const contradiction = (text: string): Finding => ({
  ...{ part: 'contradicts', subject: 'type', text, count: 1, outOf: 1, certainty: 'seen' },
});

const reportOf = (...texts: string[]): ObservationReport => ({
  ...{ version: 1, by: 'test', exchanges: texts.length, findings: texts.map(contradiction) },
});

test('what earlier runs showed is not told as news, and what is new is told once', async () => {
  vi.useFakeTimers();
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.useRealTimers();
    written.mockRestore();
  });
  const earlier = reportOf('A is wrong 3 times.');
  const reports = [
    earlier,
    reportOf('A is wrong 4 times.', 'B is wrong.'),
    reportOf('A is wrong 5 times.', 'B is wrong.', 'C'),
  ];
  const observation = {
    add: async () => {},
    report: async () => reports.shift() ?? earlier,
    close: async () => ({ lost: 0 }),
  };

  const news = tellNews(observation, {}, earlier);
  await vi.advanceTimersByTimeAsync(15_000);
  news.stop();

  const told = written.mock.calls.map(([line]) => String(line)).join('');
  expect(told.match(/[A-C](?= is|\n)/g)).toEqual(['B', 'C']);
});
