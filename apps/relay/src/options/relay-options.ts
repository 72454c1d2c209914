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
}

/** The options of a relay. */
export interface RelayOptions {
  listen: Address;
  store: StoreOptions;
  /** Undefined if a deployment sends its events unsigned. */
  secret: SecretOptions | undefined;
  targets: readonly TargetOptions[];
}
