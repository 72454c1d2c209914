import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { sharedServersVariable, shareServers, useServer } from '../src/servers/shared-servers.ts';

test('the packages of a run share one PostgreSQL, which starts when the first one asks for it', async ({
  onTestFinished,
}) => {
  const servers = await shareServers();
  onTestFinished(servers.close);
  vi.stubEnv(sharedServersVariable, servers.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = servers.started();

  const users = await Promise.all([useServer('postgres'), useServer('postgres')]);
  await users[0].release();

  expect(before).toEqual([]);
  expect(servers.started()).toEqual(['postgres']);
  expect(users[0].address).toBe(users[1].address);
  const client = new pg.Client(`${users[1].address}/postgres`);
  await client.connect();
  onTestFinished(() => client.end());
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('the error for a server that cannot start names it', async ({ onTestFinished }) => {
  const servers = await shareServers();
  onTestFinished(servers.close);
  vi.stubEnv(sharedServersVariable, servers.url);
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(useServer('mainframe' as 'postgres')).rejects.toThrow('The run could not start mainframe');
});
