import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { startLocalServer } from '../../src/deployment/local-server.ts';

/** The address of a server that ends with the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startLocalServer(listener);
  onTestFinished(close);
  return url;
}

/** One address for every host of a deployment. */
export const allHostsAt = (url: string) => ({ contract: url, auth: url, identity: url, users: url, legacy: url });
