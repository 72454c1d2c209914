import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { type RuleImplementations, shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stopOnInterrupt } from '../../src/command-line/verify-command.ts';
import { accept } from '../mutants/faults.ts';
import { type CommandResult, runCommand, spawnCommand, variablesOf } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The limit of a verification of all rules on a busy machine. */
const verificationLimitInMs = 900_000;

/** A sandbox with a separate organization. */
async function startOrganization(replace: (parts: RuleImplementations) => Partial<RuleImplementations> = () => ({})) {
  const { sandbox } = await startService({}, { ...shippedRules, ...replace(shippedRules) });
  const { credentials, control } = await sandbox.control.createTenant();
  const variables: Record<string, string> = {
    ...variablesOf(credentials),
    ESCROW_URL: sandbox.url,
    ESCROW_CONTROL_URL: sandbox.url,
    ESCROW_CONTROL_TENANT: control.tenant,
  };
  return { sandbox, credentials, variables };
}

/** The same, until the test ends. */
async function start(...replace: Parameters<typeof startOrganization>) {
  const started = await startOrganization(...replace);
  onTestFinished(() => started.sandbox.close());
  return started;
}

const withoutControl = { ESCROW_CONTROL_URL: '', ESCROW_CONTROL_TENANT: '' };

/** In `pnpm soak` all rules. */
const selected = (...rules: string[]) => (isSoak ? [] : ['--rule', ...rules]);

test('only calls check what they reach, leave out the rest and say why', {
  timeout: verificationLimitInMs,
}, async () => {
  const { sandbox, variables } = await start();
  const { url } = sandbox;
  const hosts = { ESCROW_URL: '', ESCROW_CONTRACT_URL: url, ESCROW_AUTH_URL: url, ESCROW_IDENTITY_URL: url };

  const { exitCode, stdout, stderr } = await runCommand(['verify', ...selected('PARTY-3', 'ID-2*', 'UAPI-2*')], {
    ...variables,
    ...hosts,
    ...withoutControl,
    ESCROW_API_KEY: '',
  });

  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout.split('\nheld\n')[1]).toContain('PARTY-3');
  const unchecked = stdout.split('not checked\n')[1];
  expect(unchecked).toContain("only a sandbox's control API (--control-url) reaches this");
  expect(unchecked).toContain('--api-key is not given');
});

test('with a single token, what it opens is checked, and the rest is reported', async () => {
  const { variables, sandbox } = await start();
  const { ESCROW_CLIENT_ADMIN_TOKEN = '' } = variables;

  const { exitCode, stdout } = await runCommand(['verify', '--rule', 'CONTRACT-*', 'USER-*'], {
    ESCROW_URL: sandbox.url,
    ESCROW_CLIENT_ADMIN_TOKEN,
  });

  expect(stdout).toMatch(/--organization-token is not given: \d+ checks left out; not checkable: USER-1/);
  expect(stdout.split('\nheld\n')[1]).toContain('CONTRACT-2');
  expect(exitCode).toBe(0);
});

test('of a service without registerCustomer, the checks that need no customer are made', async () => {
  const { variables, sandbox } = await start();
  const identity = await serve((_, response) => void response.writeHead(404).end());

  const { exitCode, stdout } = await runCommand(['verify', '--rule', 'CONTRACT-2', 'USER-1', 'PARTY-3'], {
    ...variables,
    ...withoutControl,
    ESCROW_IDENTITY_URL: identity,
  });

  expect(stdout).toMatch(/^broken\n {2}USER-1 /);
  expect(stdout).toMatch(/ was answered with 404: \d+ checks? left out; not checkable: PARTY-3\n/);
  expect(stdout.split('\nheld\n')[1]).toContain('CONTRACT-2');
  expect(exitCode).toBe(1);
  expect((await sandbox.control.users()).users).toEqual([]);
});

test('a run in a sandbox leaves nothing in the tenant default, and deletes its own', async () => {
  const { sandbox } = await start();
  const { url, control } = sandbox;

  const { exitCode, stdout, stderr } = await runCommand(['verify', '--rule', 'PARTY-3', 'HOOK-5'], {
    ESCROW_URL: url,
    ESCROW_CONTROL_URL: url,
  });

  expect(stderr).toContain('pays, releases and deletes in a tenant of its own.');
  expect(exitCode, stdout).toBe(0);
  const [{ users }, { contracts }, { requests }] = [
    await control.users(),
    await control.contracts(),
    await control.requests(),
  ];
  expect([users, contracts, requests]).toEqual([[], [], []]);
  // That of `start`.
  expect((await control.tenants()).tenants).toHaveLength(2);
});

/** Puts received and issued secrets into fields that should hold something else. */
const indiscreet = ({ completeAnswer }: RuleImplementations): Partial<RuleImplementations> => ({
  completeAnswer: (service, operation, attempt) => {
    const answer = completeAnswer(service, operation, attempt);
    const sent = `${attempt.request.headers.authorization} ${attempt.request.bodyText}`;
    const body = answer.body as { ticket?: string; data?: Record<string, unknown> };
    const withData = (data: object) => ({ ...answer, body: { ...body, data: { ...body.data, ...data } } });
    switch (`${operation.id} ${answer.status}`) {
      case 'requestTicket 200':
        return { ...answer, body: { ...body, expiresIn: `${body.ticket} ${sent}` } };
      case 'linkUser 200':
        return withData({ verification_required: `${body.data?.['waffy_token']} ${sent}` });
      case 'addBankAccount 200':
        return { ...answer, status: 400, body: { error: sent } };
      case 'startPayment 500':
        return { ...answer, body: sent };
      case 'createContract 200':
        return withData({ senderRole: sent });
      default:
        return answer;
    }
  },
});

/** The rules of the calls above, and of events, which are signed with a secret. */
const rulesOfIndiscreet = ['TICKET-1', 'TICKET-5', 'UAPI-1', 'BANK-1', 'PAY-4', 'CONTRACT-2', 'HOOK-5'];

describe('a sandbox that shows secrets and breaks rules', () => {
  const folder = temporaryFolder(afterAll);
  let result: CommandResult;
  let junit: string;
  let json: string;
  let secrets: string[];

  beforeAll(async () => {
    const { sandbox, credentials, variables } = await startOrganization(indiscreet);
    const { apiKey } = credentials.tokens;
    const files = [join(folder, 'broken.xml'), join(folder, 'broken.json')] as const;
    const args = ['verify', '--junit', files[0], '--json', files[1], '--api-key', apiKey];
    result = await runCommand([...args, ...selected(...rulesOfIndiscreet)], { ...variables, ESCROW_API_KEY: '' });
    [junit, json] = [readFileSync(files[0], 'utf8'), readFileSync(files[1], 'utf8')];
    secrets = [credentials.clientSecret, credentials.webhookSecret, ...Object.values(credentials.tokens)];
    await sandbox.close();
  }, verificationLimitInMs);

  test('is reported as broken, with the check, the answer and a line to send it again', () => {
    const broken = result.stdout.split('broken\n')[1];

    expect(result.exitCode, result.stdout + result.stderr).toBe(1);
    expect(broken).toContain('CONTRACT-2');
    expect(broken).toContain('TICKET-1 a ticket is given');
    expect(broken).toContain('wrong     expiresIn: ');
    expect(broken).toMatch(/ request +curl .*'authorization: Bearer '"\$ESCROW_CLIENT_ADMIN_TOKEN"/);
    expect(JSON.parse(json)).toMatchObject({
      result: 'broken',
      rules: expect.arrayContaining([expect.objectContaining({ id: 'TICKET-1', outcome: 'broken' })]),
    });
  });

  test('no report and no output holds a secret, and one on the command line gets a hint at its variable', () => {
    for (const text of [result.stdout, result.stderr, junit, json]) {
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/ticket_[a-z0-9]{10}/);
    }
    expect(result.stdout).toContain('[redacted]');
    expect(result.stderr).toContain('--api-key is visible to the other users of this machine. Set ESCROW_API_KEY');
  });
});

test('a wrong input is not a broken service: it ends before anything is created', async () => {
  const { sandbox, variables } = await start();
  const other = await startSandbox();
  onTestFinished(() => other.close());

  const unknown = await runCommand(['verify'], { ...variables, ESCROW_ORGANIZATION_TOKEN: 'unknown-1' });
  const foreign = { ESCROW_CONTROL_URL: other.url, ESCROW_CONTROL_TENANT: 'default' };
  const elsewhere = await runCommand(['verify'], { ...variables, ...foreign });

  expect([unknown.exitCode, unknown.stdout]).toEqual([2, '']);
  expect(unknown.stderr).toContain(
    `--organization-token (ESCROW_ORGANIZATION_TOKEN) is refused by ${new URL(sandbox.url).host} with 401. ` +
      'Check its kind and value; it is given without "Bearer ".',
  );
  expect(unknown.stderr).not.toContain('unknown-1');
  expect(elsewhere.exitCode).toBe(2);
  expect(elsewhere.stderr).toContain('--control-url does not know a call');
});

test('a requested rule that could not be checked is not a success', async () => {
  const { variables } = await start();
  const without = { ...withoutControl, ESCROW_LEGACY_APP_TOKEN: '' };

  const { exitCode, stdout } = await runCommand(['verify', '--rule', 'auth-9', 'LEGACY-3a'], {
    ...variables,
    ...without,
  });

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/--legacy-app-token is not given: \d+ checks? left out; not checkable: AUTH-9\n/);
  expect(stdout).toContain('needs --legacy-app-token too, for the call that leads to it (legacySignUp)');
});

/** A sandbox, with a promise that it answers a call of this operation. */
async function startAnswering(operationId: string) {
  const answered = Promise.withResolvers<void>();
  const { variables } = await start(({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      if (operation.id === operationId) answered.resolve();
      return completeAnswer(service, operation, attempt);
    },
  }));
  return { variables, answered: answered.promise };
}

test('SIGTERM stops a verification with 143 and a report, and leaves nothing on the machine', async () => {
  // No call before the checks creates a milestone.
  const { variables, answered } = await startAnswering('addMilestones');
  const own = temporaryFolder();
  const json = join(temporaryFolder(), 'stopped.json');

  const { exitCode, stdout, stderr } = await spawnCommand(
    ['verify', '--json', json],
    { ...variables, TMPDIR: own },
    (child) => void answered.then(() => child.kill('SIGTERM')),
  );

  expect([exitCode, readdirSync(own)]).toEqual([143, []]);
  expect(stderr).toContain('Stopped before the end.');
  expect(stdout).toContain('stopped before its end');
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ result: 'incomplete' });
});

test('a second signal ends it at once, without a report', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  const { signal, end } = stopOnInterrupt('Stopped.');
  onTestFinished(end);

  process.emit('SIGINT');
  expect([signal.aborted, exit.mock.calls]).toEqual([true, []]);

  process.emit('SIGINT');
  expect(exit.mock.calls).toEqual([[130]]);
});

test('SIGINT before the first check ends with 130, without a report', async () => {
  const { variables, answered } = await startAnswering('createContract');

  void answered.then(() => process.emit('SIGINT'));
  const { exitCode, stdout, stderr } = await runCommand(['verify'], variables);

  expect([exitCode, stdout]).toEqual([130, '']);
  expect(stderr).toContain('contract-tests: Stopped before the first check.\n');
});

test('PARTY-2a a sandbox that accepts what is implied to be refused is not called broken, and ends with 1', async () => {
  const { variables } = await start(accept('PARTY-2a'));

  const { exitCode, stdout } = await runCommand(['verify', '--rule', 'PARTY-2a'], variables);

  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^implied: differs\n {2}PARTY-2a /)]);
  expect(stdout).toContain('none is broken, 1 differs from what is implied');
});
