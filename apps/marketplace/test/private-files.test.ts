import { expect, onTestFinished, test } from 'vitest';
import { modeOf } from './support/mode-of.ts';
import { listItem } from './support/people.ts';
import { startShopProcess } from './support/shop-process.ts';
import { usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();

test("only their owner can read the shop's database files under the usual umask", async () => {
  const { environment } = await shops.configure('SQLite');
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));

  const { url } = await startShopProcess(environment);
  await listItem(createVisitor(url));

  const file = environment['SHOP_DATABASE'] ?? '';
  const modes = await Promise.all([file, `${file}-wal`, `${file}-shm`].map(modeOf));
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});
