import { Agent, fetch as undiciFetch } from 'undici';
import type { EscrowClientOptions } from '../../src/index.ts';

/** All transports of the tests: the global `fetch`, and undici's own with a dispatcher. */
export const transportNames = ['fetch', 'undici'] as const;

export type TransportName = (typeof transportNames)[number];

type SendRequest = NonNullable<EscrowClientOptions['fetch']>;

/** A `fetch` for the client that uses undici's own with a dispatcher, as in the guide. */
function undiciBy(dispatcher: Agent): SendRequest {
  const send = async (request: Request): Promise<unknown> => {
    const { url, method, headers, signal, redirect } = request;
    const body = request.body && (await request.text());
    return undiciFetch(url, { method, headers: [...headers], body, signal, redirect, dispatcher });
  };
  // undici types its `Response` apart from the global one.
  return send as SendRequest;
}

/** The client option for a transport. */
export function transportFor(name: TransportName, options?: Agent.Options): Pick<EscrowClientOptions, 'fetch'> {
  return name === 'fetch' ? {} : { fetch: undiciBy(new Agent({ keepAliveTimeout: 1_000, ...options })) };
}
