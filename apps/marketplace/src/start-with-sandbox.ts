import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SandboxStartError, startSandbox } from '@escrow-kit/sandbox';
import { guardFolder } from '@escrow-kit/suite/process-guard';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { readConfig } from './config/config.ts';
import { highestPort, parsePort } from './config/port.ts';
import { sandboxEnvironment } from './config/sandbox-environment.ts';
import { inWords } from './shop/shop.ts';
import { startShop } from './start-shop.ts';

// `npm run shop`: the shop with a sandbox beside it, and with `--postgres` a PostgreSQL from npm.
const toClose: (() => Promise<unknown>)[] = [];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const closeAll = async (): Promise<void> => {
  for (const close of toClose.splice(0).reverse()) await close();
};

const help = `Usage: npm run shop -- [options]

Starts a shop with a sandbox beside it. Both forget everything when they end.

  --postgres            Store the shop's data in a PostgreSQL from npm, rather than in SQLite
  --port PORT           Port of the shop, 0 for a free one (default: 4030)
  --sandbox-port PORT   Port of the sandbox, 0 for a free one (default: 4020)
  --help                Print this`;

try {
  const options = readOptions();
  if (options.help) print(help);
  else await run(options);
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
  await closeAll();
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      port: { type: 'string', default: '4030' },
      'sandbox-port': { type: 'string', default: '4020' },
    },
  });
  return {
    ...values,
    port: readPort('--port', values.port),
    sandboxPort: readPort('--sandbox-port', values['sandbox-port']),
  };
}

function readPort(option: string, text: string): number {
  const port = parsePort(text);
  if (port === undefined) throw new Error(`${option} is not a port. Give a whole number from 0 to ${highestPort}.`);
  return port;
}

async function run(options: ReturnType<typeof readOptions>): Promise<void> {
  await start(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closeAll);
  print('Ctrl-C ends both.');
}

async function start(options: ReturnType<typeof readOptions>): Promise<void> {
  const sandbox = await onPort('--sandbox-port', startSandbox({ port: options.sandboxPort }));
  toClose.push(() => sandbox.close());
  const config = readConfig({
    PORT: String(options.port),
    COOKIE_SECRET: createSecret(),
    OPERATOR_PASSWORD: createSecret(),
    ...(options.postgres ? await createPostgres() : await createFile()),
    ...sandboxEnvironment(sandbox.url, sandbox.credentials),
  });
  const shop = await onPort('--port', startShop(config));
  toClose.push(() => shop.close());
  await sandbox.control.setWebhook(`${shop.url}/webhooks`);
  await sandbox.control.changeSettings({
    organizationName: 'Warsha',
    // Short delays, so that a viewer sees the money move.
    settlement: { automatic: true, releaseAfterInSeconds: 20, completeAfterInSeconds: 10 },
  });
  print(`The shop:    ${shop.url}`);
  print(`  operator:  ${shop.url}/operator (user operator, password ${config.operatorPassword})`);
  print(`The sandbox: ${sandbox.url} (the codes of buyers are under People)`);
}

/** A new secret for each start, so nobody can guess the password of someone else's shop. */
function createSecret(): string {
  return randomBytes(12).toString('base64url');
}

/** Waits for a start. If the port is taken, the error names the option to change it. */
async function onPort<Started>(option: string, starting: Promise<Started>): Promise<Started> {
  try {
    return await starting;
  } catch (error) {
    const { code, port } = (error instanceof SandboxStartError ? error.cause : error) as NodeJS.ErrnoException & {
      port?: number;
    };
    if (code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken. Stop what listens there, or choose another one with ${option}.`);
  }
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
