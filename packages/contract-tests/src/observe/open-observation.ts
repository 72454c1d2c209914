import { basename, resolve } from 'node:path';
import { createFindings } from './findings/create-findings.ts';
import { createJudge, type JudgeOptions } from './judge/create-judge.ts';
import type { RawExchange } from './raw-exchange.ts';
import { createObservationReport, type ObservationReport } from './report/observation-report.ts';
import { openStore } from './store/exchange-store.ts';
import { readStore } from './store/read-store.ts';

/**
 * What is learned of a deployment, in this run and those before. `proxy/` or `har/` read an exchange; `judge/` holds it against the
 * document and leaves only what may be kept, which `store/` writes down and each finder of `findings/` learns from; `report/` tells the
 * findings, and `proposal/` drafts an overlay by them.
 */
export interface Observation {
  /** Judges an exchange, learns from it, and keeps it without what is secret or personal. Resolves once it is in the file, or lost. */
  add(exchange: RawExchange): Promise<void>;
  /** What was learned so far. */
  report(): Promise<ObservationReport>;
  /** Resolves once everything is on the disk. Says how many exchanges could not be kept. */
  close(): Promise<{ lost: number }>;
}

/** What to observe with. */
export interface ObservationOptions extends JudgeOptions {
  /** The folders of kept exchanges. New ones are kept in the first. */
  stores: readonly [string, ...string[]];
}

/**
 * Opens the stores and learns from what they have. `onProblem` gets a sentence if kept exchanges can't be learned from, and one if new
 * ones can't be kept. Rejects with the error of the store or the system if a store can't be read or written.
 */
export async function openObservation(
  { stores, ...options }: ObservationOptions,
  onProblem: (message: string) => void,
): Promise<Observation> {
  const judge = createJudge(options);
  const findings = createFindings();
  const store = await openStore(stores[0], { onProblem });
  const ownRun = basename(store.file);
  const folders = new Set(stores.map((folder) => resolve(folder)));
  const unusable: string[] = [];
  for await (const { exchange, run } of readStore([...folders])) {
    try {
      findings.add(exchange, run);
    } catch {
      unusable.push(run);
    }
  }
  if (unusable.length > 0) onProblem(describeUnusable(unusable));
  return {
    async add(raw) {
      const exchange = judge(raw);
      store.add(exchange);
      findings.add(exchange, ownRun);
      await store.written();
    },
    report: async () => createObservationReport(findings),
    close: store.close,
  };
}

/** The error is not told: it may have values. */
function describeUnusable(runs: readonly string[]): string {
  const files = [...new Set(runs)].join(', ');
  return `${runs.length} kept exchange${runs.length === 1 ? '' : 's'} can't be learned from, which is a bug; the report has the others. They are in ${files}.`;
}
