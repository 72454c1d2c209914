import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@escrow-kit/postgres';
import { startSandbox } from '@escrow-kit/sandbox';
import { readConfig } from './config.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';
import { inWords } from './shop.ts';
import { startShop } from './start-shop.ts';

// `pnpm shop`: the shop with a sandbox beside it, and with a PostgreSQL from npm where `--postgres` asks for one.
const toClose: (() => Promise<unknown>)[] = [];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const closeAll = async (): Promise<void> => {
  for (const close of toClose.splice(0).reverse()) await close();
};

try {
  await start();
  // The package of PostgreSQL listens too, and would end this process before the shop is closed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal).once(signal, closeAll);
  print('Ctrl-C ends both.');
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
  await closeAll();
}

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      postgres: { type: 'boolean', default: false },
      port: { type: 'string', default: '4030' },
      'sandbox-port': { type: 'string', default: '4020' },
    },
  });
  const sandbox = await startSandbox({ port: Number(values['sandbox-port']) });
  toClose.push(() => sandbox.close());
  const config = readConfig({
    PORT: values.port,
    COOKIE_SECRET: crypto.randomUUID(),
    OPERATOR_PASSWORD: 'operator',
    ...(values.postgres ? await createPostgres() : await createFile()),
    ...sandboxEnvironment(sandbox.url, sandbox.credentials),
  });
  const shop = await startShop(config);
  toClose.push(() => shop.close());
  await sandbox.control.setWebhook(`${shop.url}/webhooks`);
  await sandbox.control.changeSettings({
    organizationName: 'Warsha',
    // So that the money moves on while somebody looks.
    settlement: { automatic: true, releaseAfterInSeconds: 20, completeAfterInSeconds: 10 },
  });
  print(`The shop:    ${shop.url}`);
  print(`  operator:  ${shop.url}/operator (user operator, password operator)`);
  print(`The sandbox: ${sandbox.url} (the codes of buyers are under Consents)`);
}

// Either database is gone when the shop ends, as all that the sandbox knows.

async function createPostgres(): Promise<Record<string, string>> {
  const server = await startPostgres();
  toClose.push(() => server.stop());
  return { DATABASE_URL: await server.createDatabase() };
}

async function createFile(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-shop-'));
  toClose.push(() => rm(folder, { recursive: true, force: true }));
  return { SHOP_DATABASE: join(folder, 'shop.db') };
}
