import type { HttpBindings } from '@hono/node-server';

/** The environment of a route: its server. */
export type Environment = { Bindings: HttpBindings };
