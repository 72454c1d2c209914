import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Control, createControl, type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { beforeAll, onTestFinished } from 'vitest';
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

/** A sandbox that a soak test of another package observes during these tests. */
interface ObservedSandbox {
  url: string;
  /** What passes calls on to it. */
  callsUrl: string;
  /** What passes events on to the address in the query `to`. */
  eventsUrl: string;
}

/** Undefined in a usual run. */
const observed: ObservedSandbox | undefined = JSON.parse(process.env['OBSERVED_SANDBOX'] ?? 'null') ?? undefined;

const openSandbox = async (): Promise<Pick<Sandbox, 'url' | 'control'>> =>
  observed ? { url: observed.url, control: createControl(observed.url) } : startSandbox();

/** The sandbox that the test files of a worker share: each test has its own tenant. It ends with the worker. */
let shared: ReturnType<typeof openSandbox> | undefined;

/** Creates shops on the shared sandbox. */
export function usedShops() {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  beforeAll(async () => {
    shared ??= openSandbox();
    sandbox = await shared;
  });

  /** Creates a tenant, and the environment for a shop of this tenant. */
  async function configure(store: Store) {
    const { control, credentials } = await sandbox.control.createTenant();
    const database = store === 'SQLite' ? await sqliteFile() : { DATABASE_URL: await createDatabase() };
    const own = { PORT: '0', COOKIE_SECRET: 'a secret of this test', OPERATOR_PASSWORD: operatorPassword, ...database };
    const { callsUrl: url = sandbox.url } = observed ?? {};
    const pages = { ESCROW_SDK_URL: sandbox.url, ESCROW_CHECKOUT_HOSTS: sandbox.url };
    return { environment: { ...own, ...sandboxEnvironment(url, credentials), ...pages }, control };
  }

  return {
    configure,
    /** Starts a shop for this test, which receives the events of its tenant. */
    async open(store: Store, options?: ShopOptions): Promise<TestShop> {
      const { environment, control } = await configure(store);
      const log: string[] = [];
      const shop = await startShop(readConfig(environment), { log: (line) => log.push(line), ...options });
      onTestFinished(() => shop.close());
      const webhookUrl = `${shop.url}/webhooks`;
      await control.setWebhook(observed ? `${observed.eventsUrl}?to=${webhookUrl}` : webhookUrl);
      return { shop, control, log };
    },
  };
}

async function sqliteFile(): Promise<{ SHOP_DATABASE: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { SHOP_DATABASE: join(folder, 'shop.db') };
}
