import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedRequest } from '@escrow-kit/webhooks';
import { onTestFinished } from 'vitest';
import type { RelayOptions, StoreOptions } from '../../src/options/relay-options.ts';
import type { RelayNews } from '../../src/output/news.ts';
import { type Relay, startRelay } from '../../src/relay/start-relay.ts';

export const secret = 'whsec_test';

export interface TestRelay extends Relay {
  news: RelayNews[];
  store: StoreOptions;
  /** Sends an event as the service does, and resolves with the status of the answer. */
  send(event: {
    status?: string;
    milestoneId?: string;
    referenceId?: string;
    [field: string]: unknown;
  }): Promise<number>;
}

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-relay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a relay on free ports, with a store of its own unless one is given. */
export async function startTestRelay(
  targets: Readonly<Record<string, string>>,
  { now, ...options }: Partial<RelayOptions> & { now?: () => Date } = {},
): Promise<TestRelay> {
  const news: RelayNews[] = [];
  const store = options.store ?? { folder: createFolder() };
  const relay = await startRelay(
    {
      listen: { host: '127.0.0.1', port: 0 },
      events: {},
      secret: { secrets: [secret] },
      targets: Object.entries(targets).map(([name, url]) => ({ name, url })),
      ...options,
      store,
    },
    { tell: (one) => news.push(one), ...(now && { now }) },
  );
  onTestFinished(() => relay.close());
  return {
    ...relay,
    news,
    store,
    async send({ status = 'PAID', milestoneId = 'milestone-1', referenceId = 'reference-1', ...fields }) {
      const event = { status, milestoneId, referenceId, ...fields };
      const response = await fetch(relay.url, signedRequest({ event, secret }));
      await response.text();
      return response.status;
    },
  };
}
