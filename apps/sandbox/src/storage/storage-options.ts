/** Where to keep state. Default: in memory. */
export interface StorageOptions {
  /** Folder of the embedded store. Default: none; state is kept in memory. */
  dataFolder?: string | undefined;
  /**
   * A PostgreSQL, such as `postgres://user@host/database`. All state is in its schema `escrow_sandbox`, which is created if it
   * is missing; nothing else in the database is touched. Default: none; the embedded store is used.
   */
  databaseUrl?: string | undefined;
}
