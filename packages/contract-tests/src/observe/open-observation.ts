import { basename, resolve } from 'node:path';
import { createFindings } from './findings/create-findings.ts';
import { createJudge, type JudgeOptions } from './judge/create-judge.ts';
import type { RawExchange } from './raw-exchange.ts';
import { createObservationReport, type ObservationReport } from './report/observation-report.ts';
import { openStore } from './store/exchange-store.ts';
import { readStore } from './store/read-store.ts';

/** What is learned of a deployment, in this run and those before. */
export interface Observation {
  /** Judges an exchange, keeps it without what is secret or personal, and learns from it. */
  add(exchange: RawExchange): void;
  /** Resolves once what was added is in the file, or lost. */
  written(): Promise<void>;
  /** How many exchanges there are, with those of earlier runs. */
  count(): number;
  /** What was learned so far. */
  report(): ObservationReport;
  /** Resolves once everything is on the disk. Says how many exchanges could not be kept. */
  close(): Promise<{ lost: number }>;
}

interface ObservationOptions extends JudgeOptions {
  /** The folders of kept exchanges. New ones are kept in the first. */
  stores: readonly [string, ...string[]];
  /** Gets a sentence once, if exchanges can't be kept. */
  onProblem(message: string): void;
}

/** Opens the stores and learns from what they have. Rejects if one can't be read or written. */
export async function openObservation({ stores, onProblem, ...options }: ObservationOptions): Promise<Observation> {
  const judge = createJudge(options);
  const findings = createFindings();
  const store = await openStore(stores[0], { onProblem });
  const run = basename(store.file);
  for await (const { exchange, run } of readStore([...new Set(stores.map((folder) => resolve(folder)))]))
    findings.add(exchange, run);
  return {
    add(raw) {
      const exchange = judge(raw);
      store.add(exchange);
      findings.add(exchange, run);
    },
    written: store.written,
    count: () => findings.observed().count,
    report: () => createObservationReport(findings),
    close: store.close,
  };
}
