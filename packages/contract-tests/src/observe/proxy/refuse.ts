import type { ServerResponse } from 'node:http';
import type { Refusal } from './route.ts';

/** The header of an answer that is the proxy's own, with its reason. */
const reasonHeader = 'x-escrow-observe';

/** Answers instead of the service. */
export function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain', [reasonHeader]: reason }).end(`${reason}\n`);
}
