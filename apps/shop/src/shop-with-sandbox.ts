import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';

// `npm run shop`: the small shop, with a sandbox beside it. Both forget everything when they end. PORT sets the shop's port.
const folder = mkdtempSync(join(tmpdir(), 'escrow-shop-')); // only its owner may open it
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

const sandbox = await startSandbox();
Object.assign(process.env, { SHOP_DATABASE: join(folder, 'shop.db'), SERVICE_URL: sandbox.url });
const { url } = await import('./small-shop/settings.ts'); // only now, because it reads the environment
await import('./small-shop/shop.ts');
await sandbox.control.setWebhook(`${url}/webhooks`);

process.stdout.write(`The shop:    ${url}
The sandbox: ${sandbox.url} (its dashboard shows what happens)

Order a table, which prints the id of the order:
  curl -d '{"buyer":"+966500000002","item":"table"}' ${url}/orders
Pay its two halves, one after the other, at this address in a browser, with the id for ID:
  ${url}/orders/ID/checkout
Ctrl-C ends both.
`);
