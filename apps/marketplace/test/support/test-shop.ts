import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Control, type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { sandboxEnvironment } from '../../src/config/sandbox-environment.ts';
import { type RunningShop, type ShopOptions, startShop } from '../../src/start-shop.ts';

export type Store = 'SQLite' | 'PostgreSQL';
export const stores: Store[] = ['SQLite', 'PostgreSQL'];

export const operatorPassword = 'open sesame';

/** A shop with its own database, and the control API of its sandbox tenant. */
export interface TestShop {
  shop: RunningShop;
  control: Control;
  /** The entries that the shop logged. */
  log: string[];
}

/** Starts a sandbox for the tests of the enclosing block, and creates shops on it. */
export function usedShops() {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  /** Creates a tenant, and the environment for a shop of this tenant. */
  async function configure(store: Store) {
    const { control, credentials } = await sandbox.control.createTenant();
    const database = store === 'SQLite' ? await sqliteFile() : { DATABASE_URL: await createDatabase() };
    const own = { PORT: '0', COOKIE_SECRET: 'a secret of this test', OPERATOR_PASSWORD: operatorPassword, ...database };
    return { environment: { ...own, ...sandboxEnvironment(sandbox.url, credentials) }, control };
  }

  return {
    configure,
    /** Starts a shop for this test, which receives the events of its tenant. */
    async open(store: Store, options?: ShopOptions): Promise<TestShop> {
      const { environment, control } = await configure(store);
      const log: string[] = [];
      const shop = await startShop(readConfig(environment), { log: (line) => log.push(line), ...options });
      onTestFinished(() => shop.close());
      await control.setWebhook(`${shop.url}/webhooks`);
      return { shop, control, log };
    },
  };
}

async function sqliteFile(): Promise<{ SHOP_DATABASE: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { SHOP_DATABASE: join(folder, 'shop.db') };
}
