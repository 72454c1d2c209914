import type { HttpBindings } from '@hono/node-server';

/** What a route knows of the server beneath it. */
export type Environment = { Bindings: HttpBindings };
