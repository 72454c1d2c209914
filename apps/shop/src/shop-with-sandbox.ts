import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { serve } from '@hono/node-server';

// `npm run shop`: the small shop with its pages, and a sandbox. Both lose their data when they end. PORT sets the shop's port.
const folder = mkdtempSync(join(tmpdir(), 'escrow-shop-')); // only its owner can open it
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

const sandbox = await startSandbox();
Object.assign(process.env, { SHOP_DATABASE: join(folder, 'shop.db'), SERVICE_URL: sandbox.url });
const { port, url } = await import('./small-shop/settings.ts'); // only now, because it reads the environment
const { pages } = await import('./pages/shop-pages.ts');
await sandbox.control.setWebhook(`${url}/webhooks`);

serve({ fetch: pages.fetch, port, hostname: '127.0.0.1' }, () => {
  process.stdout.write(`Open the shop:      ${url}
Sandbox dashboard:  ${sandbox.url}
Press Ctrl-C to stop both.
`);
});
