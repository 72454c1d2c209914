import type { StepToResolve, TrueResolution } from './fake-service.ts';

/** The place of the journal: a folder of files, a SQLite file, or a PostgreSQL database. */
export type FlowStore = { folder: string } | { path: string } | { connection: string; table: string };

/** A run of a flow on a durable journal. */
export interface FlowOrder {
  flow: 'openContract' | 'onboardCustomer' | 'shop.start';
  key: string;
  store: FlowStore;
  host: string;
  resolve?: TrueResolution;
}

/** The result of the flow, unless its process was killed. */
export interface FlowReport {
  /** How many points it passed at which the process can die. */
  points: number;
  result?: unknown;
  pending?: StepToResolve;
  /** The refusal of the journal, for example because another process was working on the key. */
  refused?: string;
}
