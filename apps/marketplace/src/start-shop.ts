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
import { registerBroker } from './shop/register-broker.ts';
import { inWords, type Shop } from './shop/shop.ts';
import { openPostgres } from './storage/postgres.ts';
import { openSqlite } from './storage/sqlite.ts';
import { createReceiver } from './webhooks/create-receiver.ts';

/** What tests change. */
export interface ShopOptions {
  now?: () => Date;
  log?: (line: string) => void;
  processing?: ProcessingOptions;
}

export interface RunningShop extends Shop {
  /** Ends the handlers in progress, then the server and the database. */
  close(): Promise<void>;
}

const hourInMs = 60 * 60 * 1000;

/** An entry is one line, whatever the service sent. */
const logToStderr = (entry: string): void => void process.stderr.write(`${withoutControlCharacters(entry)}\n`);

/** Starts the shop. Now and every hour it goes on with what an earlier process, or a failure, left unfinished. */
export async function startShop(config: Config, options: ShopOptions = {}): Promise<RunningShop> {
  const { now = () => new Date(), log = logToStderr, processing } = options;
  const storage = config.databaseUrl ? await openPostgres(config.databaseUrl) : openSqlite(config.databaseFile);
  const receiver = createReceiver(storage, { secret: config.webhookSecret, log, now });
  const escrow = createEscrowClient({ ...config.client, journal: storage.journal });
  const shop: Shop = { config, url: config.url ?? '', storage, escrow, receiver, runs: new Map(), log, now };
  const server = createAdaptorServer({ fetch: (await createApp(shop)).fetch });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  shop.url ||= `http://localhost:${(server.address() as AddressInfo).port}`;
  receiver.start({ onError: (error) => log(`event: ${inWords(error)}`), ...processing });
  async function tend(): Promise<void> {
    await registerBroker(shop);
    await resumeOrders(shop);
    await giveUpOrders(shop);
  }
  let tended = tend();
  const hourly = setInterval(() => {
    tended = tend();
  }, hourInMs);
  return {
    ...shop,
    async close() {
      clearInterval(hourly);
      server.close();
      // A flow that is cut off leaves a step in doubt. Each of its calls has a deadline.
      while (shop.runs.size > 0) await Promise.allSettled(shop.runs.values());
      await receiver.stop();
      await tended;
      if ('closeAllConnections' in server) server.closeAllConnections();
      await storage.close();
    },
  };
}
