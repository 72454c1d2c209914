// What the configuration hands to the tests, which they get by vitest's `inject`.
declare module 'vitest' {
  export interface ProvidedContext {
    isSoak: boolean;
    /** The address of a PostgreSQL server, without a database's name. */
    postgresUrl: string;
    /** Where a headless browser takes connections. */
    browserEndpoint: string;
  }
}

export {};
