import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Control, type Credentials, type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type RunningShop, type ShopOptions, startShop } from '../../src/start-shop.ts';

export type Store = 'SQLite' | 'PostgreSQL';
export const stores: Store[] = ['SQLite', 'PostgreSQL'];

export const operatorPassword = 'open sesame';

/** A shop with a database of its own, and the control of its tenant of a sandbox. */
export interface TestShop {
  shop: RunningShop;
  control: Control;
  /** What the shop logged. */
  log: string[];
}

/** What the tests of the enclosing block share. */
export interface Shops {
  sandbox(): Sandbox;
  /** Creates a tenant, and what a shop of it needs to know. */
  configure(store: Store, change?: Partial<Config>): Promise<{ config: Config; control: Control }>;
  /** Starts a shop for this test. The sandbox sends its events to it. */
  open(store: Store, options?: ShopOptions): Promise<TestShop>;
}

/** One sandbox for the tests of the enclosing block, and a shop for each test that opens one. */
export function usedShops(): Shops {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  const configure: Shops['configure'] = async (store, change) => {
    const { control, credentials } = await sandbox.control.createTenant();
    const database = store === 'SQLite' ? await sqliteFile() : { databaseUrl: await createDatabase() };
    return { config: { ...configOf(sandbox.url, credentials), ...database, ...change }, control };
  };
  return {
    sandbox: () => sandbox,
    configure,
    async open(store, options) {
      const { config, control } = await configure(store);
      const log: string[] = [];
      const shop = await startShop(config, { log: (line) => log.push(line), ...options });
      onTestFinished(() => shop.close());
      await control.setWebhook(`${shop.url}/webhooks`);
      return { shop, control, log };
    },
  };
}

async function sqliteFile(): Promise<{ databaseFile: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { databaseFile: join(folder, 'shop.db') };
}

const configOf = (url: string, { clientId, clientSecret, webhookSecret, tokens }: Credentials): Config => ({
  port: 0,
  host: '127.0.0.1',
  url: undefined,
  databaseUrl: undefined,
  databaseFile: '',
  cookieSecret: 'a secret of this test',
  operatorPassword,
  escrow: {
    hosts: { contract: url, auth: url, identity: url },
    sdkUrl: url,
    checkoutHosts: [url],
    clientId,
    clientSecret,
    organizationToken: tokens.organization,
    clientAdminToken: tokens.clientAdmin,
    webhookSecret,
    brokerPhone: '+966500000099',
    timeoutInMs: 30_000,
  },
});
