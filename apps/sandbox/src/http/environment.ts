import type { HttpBindings } from '@hono/node-server';

/** What a route knows about its server. */
export type Environment = { Bindings: HttpBindings };
