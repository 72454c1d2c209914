// What the configuration provides to the tests, which read it with vitest's `inject`.
declare module 'vitest' {
  export interface ProvidedContext {
    isSoak: boolean;
    /** The address of a PostgreSQL server, without a database's name. */
    postgresUrl: string;
    /** The endpoint of a headless browser. */
    browserEndpoint: string;
  }
}

export {};
