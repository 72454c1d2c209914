import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ProcessingOptions } from '@escrow-kit/webhooks';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from './config.ts';
import { resume } from './orders/resume.ts';
import { createApp } from './pages/create-app.ts';
import { createEscrow, type Shop } from './shop.ts';
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

const logToStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/** Starts the shop, and goes on with what an earlier process left unfinished. */
export async function startShop(config: Config, options: ShopOptions = {}): Promise<RunningShop> {
  const { now = () => new Date(), log = logToStderr, processing } = options;
  const storage = config.databaseUrl ? await openPostgres(config.databaseUrl) : openSqlite(config.databaseFile);
  const receiver = createReceiver(storage, { secret: config.escrow.webhookSecret, log, now });
  let app: Hono | undefined;
  const server = createAdaptorServer({
    fetch: (request) => app?.fetch(request) ?? new Response(null, { status: 503 }),
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = config.url ?? `http://localhost:${port}`;
  const shop: Shop = { config, url, storage, escrow: createEscrow(config.escrow), receiver, log, now };
  app = await createApp(shop);
  receiver.start({
    onError: (error) => log(`event: ${error instanceof Error ? error.message : error}`),
    ...processing,
  });
  const resumed = resume(shop);
  return {
    ...shop,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await receiver.stop();
      await resumed;
      await storage.close();
    },
  };
}
