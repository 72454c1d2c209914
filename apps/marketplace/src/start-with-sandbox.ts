import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@escrow-kit/postgres';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import type { Config } from './config.ts';
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
  const shop = await startShop(
    configFor(sandbox, { port: Number(values.port), ...(await createStore(values.postgres)) }),
  );
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

/** A database that is gone when the shop ends, as all that the sandbox knows. */
async function createStore(postgres: boolean): Promise<Pick<Config, 'databaseUrl' | 'databaseFile'>> {
  if (postgres) {
    const server = await startPostgres();
    toClose.push(() => server.stop());
    return { databaseUrl: await server.createDatabase(), databaseFile: '' };
  }
  const folder = await mkdtemp(join(tmpdir(), 'escrow-shop-'));
  toClose.push(() => rm(folder, { recursive: true, force: true }));
  return { databaseUrl: undefined, databaseFile: join(folder, 'shop.db') };
}

function configFor({ url, credentials }: Sandbox, own: Pick<Config, 'port' | 'databaseUrl' | 'databaseFile'>): Config {
  const { clientId, clientSecret, webhookSecret, tokens } = credentials;
  return {
    ...own,
    host: '127.0.0.1',
    url: undefined,
    cookieSecret: crypto.randomUUID(),
    operatorPassword: 'operator',
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
  };
}
