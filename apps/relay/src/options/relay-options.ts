/** Where a server listens. Port 0 takes a free one. */
export interface Address {
  host: string;
  port: number;
}

/** Where events are stored: a folder with a SQLite file for each target, or a PostgreSQL with a schema for each. */
export type StoreOptions = { folder: string } | { databaseUrl: string };

/** Where secrets are: given as they are, or in a file, one a line. The first one signs; all are accepted. */
export type SecretOptions = { secrets: readonly string[] } | { file: string };

/** An endpoint to which events are forwarded. */
export interface TargetOptions {
  /** Identifies the target and its store: lower-case letters, digits and underscores. */
  name: string;
  url: string;
  /** Signs what is forwarded. Default: those of the relay. */
  secret: SecretOptions | undefined;
  /** How long an attempt may take. */
  timeoutInMs: number;
  /** How many events are forwarded at the same time, each of another milestone. */
  concurrency: number;
}

/** The options of a relay. */
export interface RelayOptions {
  listen: Address;
  /** Of page and metrics. */
  control: Address;
  /** What the control asks for; needed if others than this machine reach it. */
  controlToken: string | undefined;
  store: StoreOptions;
  /** Undefined if a deployment sends its events unsigned. */
  secret: SecretOptions | undefined;
  targets: readonly TargetOptions[];
  /** For how long an event is forwarded again after it was received or replayed, or a pause ended. */
  giveUpAfterInMs: number;
  /** For how long forwarded events are kept. */
  retentionInMs: number;
}

const secondInMs = 1_000;
const hourInMs = 3_600 * secondInMs;
const dayInMs = 24 * hourInMs;

/** All are our choice: not shown. */
export const defaults = {
  host: '127.0.0.1',
  control: { host: '127.0.0.1', port: 4041 },
  store: 'escrow-relay',
  timeoutInMs: 30 * secondInMs,
  /** More with SQLite, where each costs next to nothing; with PostgreSQL each holds a connection. */
  concurrency: { sqlite: 50, postgres: 10 },
  giveUpAfterInMs: 72 * hourInMs,
  retentionInMs: 30 * dayInMs,
} as const;
