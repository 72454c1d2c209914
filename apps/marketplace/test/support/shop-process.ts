import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config.ts';

/** The shop in a process of its own. */
export interface ShopProcess {
  url: string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export async function startShopProcess(config: Config): Promise<ShopProcess> {
  const child = spawn(process.execPath, [main], { env: environmentOf(config), stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const kill = () => endProcess(child);
  onTestFinished(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^The shop is at (.+)$/.exec(line) ?? [];
    if (url) return { url, kill };
  }
  throw new Error(`The shop did not start. ${errors}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function environmentOf({ databaseUrl, databaseFile, escrow, ...config }: Config): NodeJS.ProcessEnv {
  return {
    PORT: '0',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { SHOP_DATABASE: databaseFile }),
    COOKIE_SECRET: config.cookieSecret,
    OPERATOR_PASSWORD: config.operatorPassword,
    ESCROW_CONTRACT_URL: escrow.hosts.contract,
    ESCROW_AUTH_URL: escrow.hosts.auth,
    ESCROW_IDENTITY_URL: escrow.hosts.identity,
    ESCROW_SDK_URL: escrow.sdkUrl,
    ESCROW_CHECKOUT_HOSTS: escrow.checkoutHosts.join(),
    ESCROW_CLIENT_ID: escrow.clientId,
    ESCROW_CLIENT_SECRET: escrow.clientSecret,
    ESCROW_ORGANIZATION_TOKEN: escrow.organizationToken,
    ESCROW_CLIENT_ADMIN_TOKEN: escrow.clientAdminToken,
    ESCROW_WEBHOOK_SECRET: escrow.webhookSecret,
    ESCROW_BROKER_PHONE: escrow.brokerPhone,
    ESCROW_TIMEOUT_IN_MS: String(escrow.timeoutInMs),
  };
}
