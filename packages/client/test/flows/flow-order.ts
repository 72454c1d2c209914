import type { StepToResolve, TrueResolution } from './fake-service.ts';

/** Where the journal is: a folder of files, a file of SQLite, or a database of PostgreSQL. */
export type FlowStore = { folder: string } | { path: string } | { connection: string; table: string };

/** A run of a flow on a durable journal. */
export interface FlowOrder {
  flow: 'openContract' | 'onboardCustomer';
  key: string;
  store: FlowStore;
  host: string;
  resolve?: TrueResolution;
}

/** What became of the flow, unless its process was killed. */
export interface FlowReport {
  /** How many points it passed at which a process can die. */
  points: number;
  result?: unknown;
  pending?: StepToResolve;
  /** What the journal refused, such as because another process was at work. */
  refused?: string;
}
