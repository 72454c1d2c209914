import { expect, test } from 'vitest';
import { SandboxStartError, startSandbox } from '../src/index.ts';
import { registerCustomer } from './support/escrow-steps.ts';
import { createShopDatabase } from './support/shop-database.ts';

async function reasonOf(databaseUrl: string): Promise<string> {
  const error = await startSandbox({ databaseUrl }).then(
    async (sandbox) => sandbox.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SandboxStartError)) throw error ?? new Error('It started.');
  expect(error.message).not.toMatch(/canary|\n/);
  return error.message;
}

test('sandboxes that start at once on a shop’s database share one state, and its table `users` stays as it was', async () => {
  const shop = await createShopDatabase();
  const before = await shop.describe();

  const sandboxes = await Promise.all([1, 2, 3].map(() => startSandbox({ databaseUrl: shop.url })));
  const ids = await Promise.all(sandboxes.map((sandbox) => registerCustomer(sandbox, '+966500000001')));
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));

  expect(new Set(ids).size).toBe(1);
  expect(await shop.hasSandboxSchema()).toBe(true);
  expect(await shop.describe()).toEqual(before);
});

test('a user who may not create schemas gets an error that says so, and nothing is left behind', async () => {
  const shop = await createShopDatabase();
  const before = await shop.describe();
  const { url } = await shop.createUser();

  const reason = await reasonOf(url);

  expect(reason).toMatch(
    /^The user may not create the schema escrow_sandbox at 127\.0\.0\.1:\d+\/\w+\. .*--database-url/,
  );
  expect(await shop.describe()).toEqual(before);
  expect(await shop.hasSandboxSchema()).toBe(false);
});

test('a user who may not create schemas can start if it owns the sandbox’s schema', async () => {
  const shop = await createShopDatabase();
  const { name, url } = await shop.createUser();
  await shop.query(`create schema escrow_sandbox authorization ${name}`);
  const before = await shop.describe();

  const first = await startSandbox({ databaseUrl: url });
  const userId = await registerCustomer(first, '+966500000001');
  await first.close();
  const again = await startSandbox({ databaseUrl: url });

  expect(await registerCustomer(again, '+966500000001')).toBe(userId);
  await again.close();
  expect(await shop.describe()).toEqual(before);
});

test('a user without a right to the schema of another sandbox gets an error that says so', async () => {
  const shop = await createShopDatabase();
  const { url } = await shop.createUser();
  const sandbox = await startSandbox({ databaseUrl: shop.url });
  await sandbox.close();

  expect(await reasonOf(url)).toMatch(/^The user may not use the schema escrow_sandbox at .*--database-url/);
});

test('a schema with that name that is not the sandbox’s is reported, and stays as it was', async () => {
  const shop = await createShopDatabase();
  await shop.query('create schema escrow_sandbox; create table escrow_sandbox.users (id bigint)');

  const reason = await reasonOf(shop.url);

  expect(reason).toMatch(/^The schema escrow_sandbox at .* holds something else, .*--database-url/);
  expect(await shop.query(`select relname from pg_class where relnamespace = 'escrow_sandbox'::regnamespace`)).toEqual([
    { relname: 'users' },
  ]);
});

test('a schema that a newer version has written is reported', async () => {
  const shop = await createShopDatabase();
  const sandbox = await startSandbox({ databaseUrl: shop.url });
  await sandbox.close();
  await shop.query(`update escrow_sandbox."sandboxStores" set version = 9999`);

  const reason = await reasonOf(shop.url);

  expect(reason).toMatch(/^A newer version of the sandbox has written the schema escrow_sandbox at .*--database-url/);
});

test('a start that fails while it creates the tables leaves nothing behind', async () => {
  const shop = await createShopDatabase();
  await shop.query(refuseTables);
  const before = await shop.describe();

  await expect(startSandbox({ databaseUrl: shop.url })).rejects.toThrow('no room for requests');

  expect(await shop.describe()).toEqual(before);
  expect(await shop.hasSandboxSchema()).toBe(false);
});

/** Fails at the last table, when the others are there. */
const refuseTables = `
  create function refuse_table_requests() returns event_trigger language plpgsql as $$
  begin
    if to_regclass('escrow_sandbox.requests') is not null then raise exception 'no room for requests'; end if;
  end $$;
  create event trigger refuse_table_requests on ddl_command_end execute function refuse_table_requests()`;
