import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createEscrowClient } from '@escrow-kit/client';
import type { ProcessingOptions } from '@escrow-kit/webhooks';
import { createAdaptorServer } from '@hono/node-server';
import type { Config } from './config/config.ts';
import { giveUpOrders } from './orders/give-up-orders.ts';
import { resumeOrders } from './orders/open-order.ts';
import { createApp } from './pages/create-app.ts';
import { withoutControlCharacters } from './shop/control-characters.ts';
import { inWords, type Shop } from './shop/shop.ts';
import { openPostgres } from './storage/postgres.ts';
import { openSqlite } from './storage/sqlite.ts';
import { createReceiver } from './webhooks/create-receiver.ts';

/** Options for tests and for trying the shop out. */
export interface ShopOptions {
  exampleBuyer?: Shop['exampleBuyer'];
  now?: () => Date;
  log?: (line: string) => void;
  processing?: ProcessingOptions;
}

export interface RunningShop extends Shop {
  /** Waits for running flows and handlers, then closes the server and the database. */
  close(): Promise<void>;
}

const hourInMs = 60 * 60 * 1000;

/** Control characters are removed, so that an entry is always one line. */
const logToStderr = (entry: string): void => void process.stderr.write(`${withoutControlCharacters(entry)}\n`);

/**
 * Starts the shop. While running, it resumes unfinished orders and gives up unpaid ones, at the start and every hour. `close` accepts no
 * new connections, waits for running flows and handlers, and then closes the database.
 */
export async function startShop(config: Config, options: ShopOptions = {}): Promise<RunningShop> {
  const { now = () => new Date(), log = logToStderr, processing, exampleBuyer } = options;
  const storage = config.databaseUrl ? await openPostgres(config.databaseUrl) : openSqlite(config.databaseFile);
  const receiver = createReceiver(storage, { secret: config.webhookSecret, log, now });
  const escrow = createEscrowClient({ ...config.client, journal: storage.journal });
  const shop: Shop = {
    config,
    url: config.url ?? '',
    storage,
    escrow,
    receiver,
    runs: new Map(),
    log,
    now,
    exampleBuyer,
  };
  const server = createAdaptorServer({ fetch: (await createApp(shop)).fetch });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  shop.url ||= `http://localhost:${(server.address() as AddressInfo).port}`;
  receiver.start({ onError: (error) => log(`event: ${inWords(error)}`), ...processing });
  async function maintain(): Promise<void> {
    // The BROKER of each contract, because every participant has to be a user (USER-5). The call may be repeated (USER-2).
    const { broker } = config.client.defaults;
    await escrow.customers
      .register({ phoneNumber: broker })
      .catch((error: unknown) => log(`register the broker: ${inWords(error)}`));
    await resumeOrders(shop);
    await giveUpOrders(shop);
  }
  let maintenance = maintain();
  const hourly = setInterval(() => {
    maintenance = maintain();
  }, hourInMs);
  return {
    ...shop,
    async close() {
      clearInterval(hourly);
      server.close();
      // An interrupted flow would leave a pending step. The wait ends, because each call has a deadline.
      while (shop.runs.size > 0) await Promise.allSettled(shop.runs.values());
      await receiver.stop();
      await maintenance;
      if ('closeAllConnections' in server) server.closeAllConnections();
      await storage.close();
    },
  };
}
