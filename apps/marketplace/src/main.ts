import { readConfig } from './config/config.ts';
import { inWords } from './shop/shop.ts';
import { startShop } from './start-shop.ts';

try {
  const shop = await startShop(readConfig(process.env));
  process.stdout.write(`The shop is at ${shop.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => shop.close());
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
}
