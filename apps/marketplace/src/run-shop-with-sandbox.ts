import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { addOptions, createProgram, portOption, runProgram } from '@escrow-kit/shared/command-line';
import { guardFolder } from '@escrow-kit/suite/process-guard';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { readConfig } from './config/config.ts';
import { sandboxEnvironment } from './config/sandbox-environment.ts';
import { exampleBuyer, listExampleItems } from './sellers/example-items.ts';
import { startShop } from './start-shop.ts';

const options = [
  portOption(4030),
  new Option('--postgres', "keep the shop's data in a PostgreSQL from npm, rather than in SQLite"),
  new Option('--empty', 'begin without sellers and items'),
];

interface Given {
  port: number;
  postgres?: true;
  empty?: true;
}

/** Of a port that can't be used, and of a sandbox that can't start. */
const exitCodes = { EADDRINUSE: 1, EACCES: 1, sandbox_start: 1 };

const toClose: (() => Promise<unknown>)[] = [];
const closeAll = async (): Promise<void> => {
  for (const close of toClose.splice(0).reverse()) await close();
};

/** Runs `npm run shop` with these arguments, and returns the exit code once shop and sandbox are ready, or have failed. */
export async function runShopWithSandbox(args: string[]): Promise<number> {
  const program = createProgram({
    name: 'npm run shop --',
    manifest,
    description: 'A shop with a sandbox beside it. Both forget everything when they end.',
    notes: 'Exit codes: 0 if a signal ended it; 1 if it could not start; 2 if the command line is wrong.',
  }).action(async (given: Given) => {
    process.stdout.write(await start(given));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, closeAll);
  });
  const exitCode = await runProgram(addOptions(program, options), args, { exitCodes });
  if (exitCode !== 0) await closeAll();
  return exitCode;
}

/** Starts both, and returns what to print. */
async function start({ port, postgres, empty }: Given): Promise<string> {
  const sandbox = await startSandbox();
  toClose.push(() => sandbox.close());
  const config = readConfig({
    PORT: String(port),
    COOKIE_SECRET: createSecret(),
    OPERATOR_PASSWORD: createSecret(),
    ...(postgres ? await createPostgres() : await createFile()),
    ...sandboxEnvironment(sandbox.url, sandbox.credentials),
  });
  const shop = await startShop(config, empty ? {} : { exampleBuyer });
  toClose.push(() => shop.close());
  await sandbox.control.setWebhook(`${shop.url}/webhooks`);
  await sandbox.control.changeSettings({
    organizationName: 'Warsha',
    // Short delays, so that a viewer sees the money move.
    settlement: { automatic: true, releaseAfterInSeconds: 20, completeAfterInSeconds: 10 },
  });
  if (!empty) await listExampleItems(shop);
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
