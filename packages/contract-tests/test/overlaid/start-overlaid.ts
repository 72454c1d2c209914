import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startSandbox } from '@escrow-kit/sandbox';
import { afterAll } from 'vitest';
import { variablesOf } from '../support/run-command.ts';

/** A sandbox that has the overlay of this process. */
interface Overlaid {
  /** The variables of `verify` for it. */
  deployment: Readonly<Record<string, string>>;
  /** What it answers to a request. */
  forward(request: IncomingMessage, authorization?: string): Promise<Response>;
}

/** Starts a sandbox for the tests of a file. */
export async function startOverlaid(): Promise<Overlaid> {
  const { url, credentials, close } = await startSandbox();
  afterAll(close);
  return {
    deployment: { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url },
    async forward(request, authorization = request.headers.authorization ?? '') {
      const body = await text(request);
      return fetch(`${url}${request.url}`, {
        method: request.method ?? '',
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== '' && { body }),
      });
    },
  };
}
