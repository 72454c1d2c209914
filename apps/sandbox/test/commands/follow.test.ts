import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { runHere } from '@escrow-kit/tools/command-line';
import { onExit } from '@escrow-kit/tools/on-exit';
import { expect, test } from 'vitest';
import { printList, toLine } from '../../src/commands/follow.ts';
import { startSandbox } from '../../src/index.ts';
import { runCommand } from '../../src/run-command.ts';
import { createPaidMilestone, createPayableMilestone, parentRequest } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const receiver = eachReceiver();
const command = `${import.meta.dirname}/../../src/command.ts`;

const list = async (name: string, tenant: string, ...args: string[]) => {
  const { exitCode, stdout } = await runHere(runCommand, [name, '--url', sandbox().url, '--tenant', tenant, ...args]);
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
};

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

test('events are a line for each attempt, the newest last, or one line of JSON', async () => {
  const { control, ...rest } = await createTenantSandbox(sandbox());
  await control.setWebhook(receiver().url);
  receiver().answer = (response) => void response.writeHead(receiver().events.length === 1 ? 503 : 200).end();
  const { milestoneId } = await createPaidMilestone({ control, ...rest });
  await control.drain();
  await control.advance(24 * 60 * 60);

  const lines = await list('events', control.tenant);
  const [json] = await list('events', control.tenant, '--json', '--limit', '1');

  const ids = `${time} {2}delivery_\\w+ {2}${milestoneId} {2}PAID`;
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${ids} {2}failed {2}attempt 1 {2}503 {2}\\S.*$`)),
    expect.stringMatching(new RegExp(`^${ids} {2}delivered {2}attempt 2 {2}200$`)),
  ]);
  expect(JSON.parse(String(json))).toMatchObject({
    milestoneId,
    status: 'PAID',
    outcome: 'delivered',
    attempt: 2,
    answer: 200,
  });
});

test('requests are a line each, with rule, message and warnings, or one line of JSON', async () => {
  const tenant = await createTenantSandbox(sandbox());
  await send(tenant, 'createContract', { body: parentRequest({ currency: 'XYZ' }) });
  await send(tenant, 'createContract', { body: parentRequest({ isParent: 'canary' }) });

  const lines = await list('requests', tenant.control.tenant);
  const [json] = await list('requests', tenant.control.tenant, '--json', '--limit', '1');

  const [request] = (await tenant.control.requests()).requests;
  const ids = `^${time} {2}request_\\w+ {2}createContract`;
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`${ids} {2}answered {2}200 {2}warning: .* \\(currency\\)$`)),
    expect.stringMatching(new RegExp(`${ids} {2}refused {2}${request?.status} {2}${request?.rule} {2}`)),
  ]);
  expect(lines[1]).toContain(String(request?.message));
  expect(JSON.parse(String(json))).toMatchObject({ outcome: 'refused', rule: request?.rule, warnings: [] });
  expect(lines.join()).not.toContain('canary');
});

test('a value cannot forge a line or move the cursor', () => {
  const fields = { call: 'GET /\r\nforged', outcome: 'refused', message: '\u001b[2Khidden\u0085next' };

  const line = toLine({ key: '', at: 0, fields });

  expect(line).toBe('1970-01-01T00:00:00.000Z  GET / forged  refused   [2Khidden next');
});

test('--follow prints what comes after the newest ones, each line once, until it is ended', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const stop = new AbortController();
  const written: string[] = [];
  const next = Promise.withResolvers<void>();
  await createPayableMilestone(tenant);
  const { url } = sandbox();
  const following = printList('requests', {
    ...{ target: { url, tenant: tenant.control.tenant }, limit: 1, follow: true, intervalInMs: 1 },
    signal: stop.signal,
    write(line) {
      written.push(line);
      if (written.length === 1) void send(tenant, 'createContract', { body: parentRequest() });
      if (line.includes('createContract')) next.resolve();
    },
  });

  await next.promise;
  stop.abort();

  await following;
  expect(written.map((line) => line.split('  ')[2])).toEqual(['addAddress', 'createContract']);
});

test('--follow fails when the sandbox goes away, and a command without a sandbox ends with 1 and one line', async () => {
  const gone = await startSandbox();
  await send(gone, 'createContract', { body: parentRequest() });
  const options = { target: { url: gone.url, tenant: 'default' }, limit: 1, follow: true, intervalInMs: 1 };
  const following = printList('requests', {
    ...options,
    signal: new AbortController().signal,
    write: () => void gone.close(),
  });

  await expect(following).rejects.toThrow(/^The sandbox stopped answering\.$/);
  expect(await runHere(runCommand, ['events', '--follow', '--url', gone.url])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `escrow-sandbox: No sandbox answers at ${gone.url}. Start it in another terminal: npx @escrow-kit/sandbox\n`,
  });
});

test('Ctrl-C ends --follow, and a closed pipe any list, with 0 and without a word', async () => {
  const tenant = await createTenantSandbox(sandbox());
  await send(tenant, 'createContract', { body: parentRequest() });
  const args = [command, 'requests', '--url', sandbox().url, '--tenant', tenant.control.tenant];
  const [following, unread] = [['--follow'], []].map((more) => spawn(process.execPath, [...args, ...more]));
  const ends = Promise.all(
    [following, unread].map(async (child) => {
      onExit(() => child?.kill('SIGKILL'));
      return child && [await text(child.stderr), child.exitCode ?? (await once(child, 'exit'))[0]];
    }),
  );

  unread?.stdout.destroy();
  following?.stdout.once('data', () => following.kill('SIGINT'));

  expect(await ends).toEqual([
    ['', 0],
    ['', 0],
  ]);
});
