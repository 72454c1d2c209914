import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import type { Config } from './config.ts';
import { startShop } from './start-shop.ts';

// `pnpm shop`: the shop with a sandbox beside it, and with a PostgreSQL from npm where `--postgres` asks for one.
const { values } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } });
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const toClose: (() => Promise<unknown>)[] = [];

const folder = await mkdtemp(join(tmpdir(), 'escrow-shop-'));
toClose.push(() => rm(folder, { recursive: true, force: true }));
const databaseUrl = values.postgres ? await startDatabase() : undefined;
const sandbox = await startSandbox({ port: 4020 });
toClose.push(() => sandbox.close());
await sandbox.control.changeSettings({
  organizationName: 'Warsha',
  // So that money moves on by itself while somebody looks.
  settlement: { automatic: true, releaseAfterInSeconds: 20, completeAfterInSeconds: 10 },
});
const shop = await startShop(configFor(sandbox));
toClose.push(() => shop.close());
await sandbox.control.setWebhook(`http://127.0.0.1:${shop.config.port}/webhooks`);

print(`The shop:    ${shop.url}`);
print(`  operator:  ${shop.url}/operator (user operator, password operator)`);
print(`The sandbox: ${sandbox.url} (the codes of buyers are under Consents)`);
print('Ctrl-C ends both.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closeAll);

async function closeAll(): Promise<void> {
  for (const close of toClose.reverse()) await close();
}

async function startDatabase(): Promise<string> {
  const { startPostgres } = await import('@escrow-kit/postgres');
  const postgres = await startPostgres();
  toClose.push(() => postgres.stop());
  return postgres.createDatabase();
}

function configFor({ url, credentials }: Sandbox): Config {
  const { clientId, clientSecret, webhookSecret, tokens } = credentials;
  return {
    port: 4030,
    host: '127.0.0.1',
    url: undefined,
    databaseUrl,
    databaseFile: join(folder, 'shop.db'),
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
