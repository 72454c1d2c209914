import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '@escrow-kit/sandbox';
import { guardFolder } from '@escrow-kit/suite/process-guard';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { readConfig } from './config/config.ts';
import { sandboxEnvironment } from './config/sandbox-environment.ts';
import { inWords } from './shop/shop.ts';
import { startShop } from './start-shop.ts';

// `npm run shop`: the shop with a sandbox beside it. Both forget everything when they end. `--postgres` stores the shop's data in a
// PostgreSQL from npm, rather than in SQLite; `--port` is the port of the shop, 0 for a free one.
const toClose: (() => Promise<unknown>)[] = [];
const closeAll = async (): Promise<void> => {
  for (const close of toClose.splice(0).reverse()) await close();
};

try {
  process.stdout.write(await start());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closeAll);
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
  await closeAll();
}

/** Starts both, and returns what to print. */
async function start(): Promise<string> {
  const { values } = parseArgs({
    options: { postgres: { type: 'boolean' }, port: { type: 'string', default: '4030' } },
  });
  const sandbox = await startSandbox();
  toClose.push(() => sandbox.close());
  const config = readConfig({
    PORT: values.port,
    COOKIE_SECRET: createSecret(),
    OPERATOR_PASSWORD: createSecret(),
    ...(values.postgres ? await createPostgres() : await createFile()),
    ...sandboxEnvironment(sandbox.url, sandbox.credentials),
  });
  const shop = await startShop(config);
  toClose.push(() => shop.close());
  await sandbox.control.setWebhook(`${shop.url}/webhooks`);
  await sandbox.control.changeSettings({
    organizationName: 'Warsha',
    // Short delays, so that a viewer sees the money move.
    settlement: { automatic: true, releaseAfterInSeconds: 20, completeAfterInSeconds: 10 },
  });
  return `The shop:    ${shop.url}
  operator:  ${shop.url}/operator (user operator, password ${config.operatorPassword})
The sandbox: ${sandbox.url} (the codes of buyers are under People)
Ctrl-C ends both.
`;
}

/** A new secret for each start, so nobody can guess the password of someone else's shop. */
function createSecret(): string {
  return randomBytes(12).toString('base64url');
}

async function createPostgres(): Promise<Record<string, string>> {
  const server = await startPostgres();
  toClose.push(() => server.stop());
  return { DATABASE_URL: await server.createDatabase() };
}

/** Creates a folder for the SQLite file that only its owner may open. It is removed even if this process is killed. */
async function createFile(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-shop-'));
  await guardFolder(folder);
  toClose.push(() => rm(folder, { recursive: true, force: true }));
  return { SHOP_DATABASE: join(folder, 'shop.db') };
}
