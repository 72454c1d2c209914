import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSoak } from '@escrow-kit/tools';
import { runHere } from '@escrow-kit/tools/command-line';
import { onExit } from '@escrow-kit/tools/on-exit';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { knownPhones } from '../../src/domain/known-phones.ts';
import { runCommand } from '../../src/run-command.ts';
import { createMilestone, createPaidMilestone, createReadyMilestone, newPhone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox({ controlToken: 'canary-token' });
const receiver = eachReceiver();
// The events of an earlier test, whose receiver is closed, would come again.
beforeEach(() => sandbox().control.reset());

const trigger = (...args: string[]) =>
  runHere(runCommand, ['trigger', ...args, '--url', sandbox().url], { SANDBOX_CONTROL_TOKEN: 'canary-token' });

const otherFault = { target: 'createContract', kind: 'latency', latencyInMs: 0 } as const;

test.each([
  { name: 'paid', state: 'PAID', received: ['PAID'] },
  { name: 'completed', state: 'COMPLETED', received: ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'] },
  { name: 'late-paid', state: 'PAID', received: ['PAID'] },
  { name: 'duplicate', state: 'PAID', received: ['PAID', 'PAID'] },
  { name: 'out-of-order', state: 'CASHOUT_IN_PROGRESS', received: ['CASHOUT_IN_PROGRESS', 'PAID'] },
])('$name ends in $state, the receiver gets $received, and no phone or token is printed', async (expected) => {
  const { control } = sandbox();
  await control.setWebhook(receiver().url);
  const faults = await control.setFaults([otherFault]);
  const { offsetInMs } = await control.clock();

  const { exitCode, stdout, stderr } = await trigger(expected.name);

  expect([exitCode, stderr]).toEqual([0, '']);
  expect(receiver().events.map(({ body }) => body.status)).toEqual(expected.received);
  expect(new Set(receiver().events.map(({ body }) => body.contractId)).size).toBe(1);
  const { contractId, milestoneId } = (await control.milestones({ limit: 1 })).milestones[0] ?? {};
  expect(stdout).toMatch(
    new RegExp(
      `^contract ${contractId}, milestone ${milestoneId}\nbuyer \\d+\nseller \\d+\n(.*\n)*state ${expected.state}\n`,
    ),
  );
  const deliveries = [...stdout.matchAll(/ {2}(\w+) {2}delivered {2}attempt 1 {2}200\n/g)].map(([, status]) => status);
  expect(deliveries).toEqual([...new Set(expected.received)]);
  expect(stdout).not.toMatch(/9665\d|canary|_sandbox/);
  expect(await control.faults()).toEqual(faults);
  const clock = await control.clock();
  expect([clock.isFrozen, clock.offsetInMs > offsetInMs]).toEqual([false, expected.name === 'late-paid']);
});

test('late-paid pays after the deadline of the milestone, and says that the clock was put forward', async () => {
  const { stdout } = await trigger('late-paid');

  const { deadLine, milestoneId } = (await sandbox().control.milestones({ limit: 1 })).milestones[0] ?? {};
  const { events } = await sandbox().control.milestone(String(milestoneId));
  expect(events[0]?.createdAt).toBeGreaterThan(Date.parse(String(deadLine)));
  expect(stdout).toMatch(
    new RegExp(`deadline ${deadLine}; the clock of the tenant default moved forward by 6[01] s to `),
  );
});

test('price, buyer and seller are those that were chosen', async () => {
  const [buyer, seller] = [newPhone(), newPhone()];

  const { exitCode } = await trigger('paid', '--price', '99.99', '--buyer', buyer, '--seller', seller);

  const { milestones } = await sandbox().control.milestones({ limit: 1 });
  expect(exitCode).toBe(0);
  expect(milestones[0]).toMatchObject({ state: 'PAID', itemPrice: 99.99 });
  expect(milestones[0]?.parties.map(({ phoneNumber, amount }) => [phoneNumber, amount])).toEqual([
    [buyer, 99.99],
    [seller, 94.99],
    [expect.any(String), 5],
  ]);
});

test('with --milestone it goes on from the state of that one, in any tenant, and prints only the new events', async () => {
  const tenant = await createTenantSandbox(sandbox());
  await tenant.control.setWebhook(receiver().url);
  const ready = await createReadyMilestone(tenant);
  const paid = await createPaidMilestone(sandbox());

  const answers = [
    await trigger('paid', '--milestone', ready.milestoneId, '--tenant', tenant.control.tenant),
    await trigger('completed', '--milestone', paid.milestoneId),
    await trigger('paid', '--milestone', paid.milestoneId),
  ];

  expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1]);
  expect(answers[0]?.stdout).toContain('PAID  delivered  attempt 1  200\n');
  expect(answers[1]?.stdout).not.toContain('  PAID  ');
  expect((await sandbox().control.milestone(paid.milestoneId)).state).toBe('COMPLETED');
  expect(answers[2]?.stderr).toMatch(/^escrow-sandbox: .*COMPLETED.*\n$/);
});

test.each(['paid', 'late-paid'])('%s refuses what nobody can pay before the clock is moved', async (name) => {
  const { control } = sandbox();
  const paid = await createPaidMilestone(sandbox());
  const open = await createMilestone(sandbox());
  const { offsetInMs } = await control.clock();

  const answers = [
    await trigger(name, '--milestone', paid.milestoneId),
    await trigger(name, '--milestone', open.milestoneId),
    await trigger(name, '--buyer', knownPhones.declinesConsent),
  ];

  expect(answers).toEqual(
    ['is PAID', 'has no such buyer', 'declined consent'].map((reason) => ({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^escrow-sandbox: .*${reason}.*\\n$`)),
    })),
  );
  expect((await control.clock()).offsetInMs).toBe(offsetInMs);
  const { users } = await control.users();
  expect(users.find(({ phoneNumber }) => phoneNumber === knownPhones.declinesConsent)?.consent).toBe('DECLINED');
});

test.each(['trigger paid', 'requests'])('%s without the control token names the variable to set', async (command) => {
  expect(await runHere(runCommand, [...command.split(' '), '--url', sandbox().url])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'escrow-sandbox: This sandbox needs a control token. Set SANDBOX_CONTROL_TOKEN.\n',
  });
});

test('without a webhook address it says how to set one, and what needs one does nothing', async () => {
  await sandbox().control.setWebhook(null);

  const paid = await trigger('paid');
  const { contracts } = (await sandbox().control.describe()).counts;
  const duplicate = await trigger('duplicate');

  expect(paid).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ {2}PAID {2}pending\n.*--webhook-url\.\n$/),
  });
  expect(duplicate).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('--webhook-url') });
  expect((await sandbox().control.describe()).counts.contracts).toBe(contracts);
});

test('after a refusal its fault is gone and the event that it held back goes out', async () => {
  const { control } = sandbox();
  await control.setWebhook(receiver().url);
  const faults = await control.setFaults([otherFault]);

  const { exitCode, stderr } = await trigger('out-of-order', '--seller', knownPhones.hasNoBankAccount);

  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^escrow-sandbox: .* has no bank account\..*\n$/)]);
  expect(await control.faults()).toEqual(faults);
  const { milestoneId } = (await control.milestones({ limit: 1 })).milestones[0] ?? {};
  await control.drain();
  const bodies = receiver().events.map(({ body }) => body);
  expect(bodies).toMatchObject([{ contractId: milestoneId, status: 'PAID' }]);
});

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

test.each(isSoak ? signals : signals.slice(0, 1))(
  '%s ends it with %d and removes its fault',
  async (signal, exitCode) => {
    const tenant = await createTenantSandbox(sandbox());
    const { control, url } = tenant;
    await control.setWebhook(receiver().url);
    const { milestoneId } = await createReadyMilestone(tenant);
    const faults = await control.setFaults([otherFault]);
    const args = ['duplicate', '--milestone', milestoneId, '--tenant', control.tenant, '--url', url];
    const command = `${import.meta.dirname}/../../src/command.ts`;
    const child = spawn(process.execPath, [command, 'trigger', ...args], {
      env: { ...process.env, SANDBOX_CONTROL_TOKEN: 'canary-token' },
    });
    onExit(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    receiver().answer = (response) => {
      child.kill(signal);
      void exited.finally(() => response.end());
    };

    expect(await exited).toEqual([exitCode, null]);
    expect(await control.faults()).toEqual(faults);
  },
);

test('a sandbox that never answers is given up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => {
    timeout.mockRestore();
    silent.close().closeAllConnections();
  });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

  const { exitCode, stderr } = await runHere(runCommand, ['trigger', 'paid', '--url', url]);

  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`No sandbox answers at ${url}.`)]);
});

test('a fault that still holds back an event comes first, too', async () => {
  const tenant = await createTenantSandbox(sandbox());
  const { control } = tenant;
  await control.setWebhook(receiver().url);
  const [fault] = await control.setFaults([{ target: 'webhook', kind: 'reorder', times: 1 }]);
  await createPaidMilestone(tenant);
  await control.drain();

  const { exitCode, stderr } = await trigger('duplicate', '--tenant', control.tenant);

  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Fault ${fault?.id} for webhooks applies first.`)]);
});

test('a fault for webhooks that would come first is named, and nothing is done', async () => {
  const { control } = sandbox();
  await control.setWebhook(receiver().url);
  const [fault] = await control.setFaults([{ target: 'webhook', kind: 'drop' }]);

  const { exitCode, stderr } = await trigger('duplicate');

  await control.clearFaults();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Fault ${fault?.id} for webhooks applies first.`)]);
});

test('a refused call, a pending transfer and a tenant without known tokens are one line each', async () => {
  const tenant = await createTenantSandbox(sandbox());

  const answers = [
    await trigger('paid', '--buyer', '0500000001'),
    await trigger('paid', '--buyer', knownPhones.paysByBankTransfer),
    await trigger('paid', '--tenant', tenant.control.tenant),
  ];

  expect(answers.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  expect(answers.map(({ stderr }) => stderr)).toEqual([
    expect.stringMatching(/^escrow-sandbox: registerCustomer was refused \(400\): .+\n$/),
    expect.stringMatching(/^escrow-sandbox: .* trigger paid --milestone milestone_\w+\n$/),
    expect.stringMatching(/^escrow-sandbox: .* --milestone\.\n$/),
  ]);
});
