// Values that the configuration provides to tests; they read them with vitest's `inject`.
declare module 'vitest' {
  export interface ProvidedContext {
    isSoak: boolean;
    /** The address of a PostgreSQL server, without a database name. */
    postgresUrl: string;
  }
}

export {};
