import createClient from 'openapi-fetch';
import type { HttpTransport } from './http-transport.ts';
import type { HostName } from './operation.ts';

/** The part of an openapi-fetch client that is called here, where the operation is known at run time only. */
export interface HostClient {
  request(method: string, template: string, options: object): Promise<HostAnswer>;
}

/** What openapi-fetch answers with, where a success is read as text. */
interface HostAnswer {
  response: Response;
  data?: string;
  error?: unknown;
}

/** One openapi-fetch client for each host whose address is set. */
export function createHostClients(
  hosts: Partial<Record<HostName, string>>,
  transport?: HttpTransport,
): Partial<Record<HostName, HostClient>> {
  const clients = Object.entries(hosts).map(([name, baseUrl]) => {
    // A redirect that is followed takes headers and body to another origin.
    const client: unknown = createClient({
      baseUrl,
      redirect: 'manual',
      ...(transport && { Request: transport.Request }),
    });
    return [name, client as HostClient];
  });
  return Object.fromEntries(clients);
}
