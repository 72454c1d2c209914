import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import type { RuleImplementations } from '@escrow-kit/sandbox/testing';
import { isSoak } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stopOnInterrupt } from '../../src/command-line/verify-command.ts';
import { startDeployment, startHost } from '../support/deployments.ts';
import { runCommand, spawnCommand, variablesOf } from '../support/run-command.ts';

type Replace = Parameters<typeof startDeployment>[0];

/** A sandbox with a separate organization until the test ends, and the variables of `verify` for it. */
async function start(replace?: Replace) {
  const { sandbox } = await startDeployment(replace);
  const { credentials, control } = await sandbox.control.createTenant();
  const variables: Record<string, string> = {
    ...variablesOf(credentials),
    ESCROW_URL: sandbox.url,
    ESCROW_CONTROL_URL: sandbox.url,
    ESCROW_CONTROL_TENANT: control.tenant,
  };
  return { sandbox, credentials, variables };
}

test('what needs a missing host, credential or sandbox is left out and says why, and a rule named in full has to be checked', async () => {
  const { sandbox, variables } = await start();
  const { url } = sandbox;
  const missing = ['ESCROW_URL', 'ESCROW_CONTROL_URL', 'ESCROW_CONTROL_TENANT', 'ESCROW_LEGACY_APP_TOKEN'];
  // None of them can be checked, so that Pact is not started.
  const rules = ['TICKET-3', 'UAPI-2', 'auth-9', 'LEGACY-3a'];

  const { exitCode, stdout } = await runCommand(['verify', '--rule', ...rules], {
    ...variables,
    ...Object.fromEntries(missing.map((name) => [name, ''])),
    ...{ ESCROW_CONTRACT_URL: url, ESCROW_AUTH_URL: url, ESCROW_IDENTITY_URL: url, ESCROW_LEGACY_URL: url },
  });

  const [, unchecked = ''] = stdout.split('not checked\n');
  expect(unchecked).toContain('which only a sandbox (--control-url) simulates');
  expect(unchecked).toContain('--users-url is missing');
  expect(unchecked).toMatch(/--legacy-app-token is missing: \d+ checks? skipped; not checkable: AUTH-9\n/);
  expect(unchecked).toContain('--legacy-app-token is missing for the set-up call legacySignUp');
  expect(exitCode).toBe(1);
});

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const [, workflow = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];

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

/** The rules of the calls above, of events, which are signed with a secret, and of a call that a firewall answers. */
const rulesOfIndiscreet = ['TICKET-1', 'UAPI-1', 'BANK-1', 'PAY-4', 'CONTRACT-2', 'HOOK-1', 'ADDR-1'];

/** An answer that does not come from the service. */
const firewall = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Firewall</title>',
};

test('the workflow of the README fails on a sandbox that breaks rules, blames nobody for a firewall, and no report shows the secrets of answers', async () => {
  const { sandbox, credentials, variables } = await start(indiscreet);
  const folder = temporaryFolder();
  const [junitFile, jsonFile] = [join(folder, 'contract-tests.xml'), join(folder, 'report.json')];
  const [, args = ''] = /- run: npx contract-tests (.*)/.exec(workflow) ?? [];
  const auth = await startHost(sandbox.url, (operation) => (operation === 'addAddress' ? firewall : undefined));
  const hosts = { ESCROW_CONTRACT_URL: sandbox.url, ESCROW_AUTH_URL: auth.url, ESCROW_IDENTITY_URL: sandbox.url };
  const known: Record<string, string> = { ...variables, ...hosts };
  const named = [...workflow.matchAll(/^ +(ESCROW_\w+):/gm)].map(([, name = '']) => [name, known[name] ?? '']);
  // What the workflow does not have, which opens more checks.
  const more = { ESCROW_CONTROL_TENANT: variables['ESCROW_CONTROL_TENANT'] ?? '', ESCROW_URL: sandbox.url };

  const { exitCode, stdout, stderr } = await runCommand(
    [
      ...args.replace('contract-tests.xml', junitFile).split(' '),
      ...['--json', jsonFile, '--rule', ...rulesOfIndiscreet],
      ...['--api-key', credentials.tokens.apiKey, '--control-url', sandbox.url],
    ],
    { ...Object.fromEntries(named), ...more },
  );

  const [junit, json] = [readFileSync(junitFile, 'utf8'), readFileSync(jsonFile, 'utf8')];
  expect(exitCode, stderr).toBe(1);
  expect(stdout).toMatch(/^broken\n/);
  expect(stdout).toContain('TICKET-1 a ticket is returned');
  expect(stdout).toContain('wrong     expiresIn: ');
  expect(stdout).toMatch(/ request +curl .*'authorization: Bearer '"\$ESCROW_CLIENT_ADMIN_TOKEN"/);
  expect(stdout).toContain('[redacted]');
  expect(stdout).toContain('addAddress: another server answered: 403, body begins with <!doctype');
  expect(junit).toContain('<failure type="broken" ');
  expect(JSON.parse(json)).toMatchObject({ result: 'broken' });
  expect(stderr).toContain('--api-key is visible to the other users of this machine. Set ESCROW_API_KEY');
  const { clientSecret, webhookSecret, tokens } = credentials;
  for (const text of [stdout, stderr, junit, json]) {
    for (const secret of [clientSecret, webhookSecret, ...Object.values(tokens)]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/ticket_[a-z0-9]{10}/);
  }
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
      'Check its kind and value. Omit "Bearer ".',
  );
  expect(unknown.stderr).not.toContain('unknown-1');
  expect(elsewhere.exitCode).toBe(2);
  expect(elsewhere.stderr).toContain('--control-url belongs to another sandbox or tenant');
});

/** A sandbox, with a promise that it answers a call of this operation so many times. */
async function startAnswering(operationId: string, times = 1) {
  const answered = Promise.withResolvers<void>();
  let count = 0;
  const { sandbox } = await startDeployment(({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      if (operation.id === operationId) count += 1;
      if (count === times) answered.resolve();
      return completeAnswer(service, operation, attempt);
    },
  }));
  const variables = { ESCROW_URL: sandbox.url, ESCROW_CONTROL_URL: sandbox.url };
  return { sandbox, variables, answered: answered.promise };
}

test.runIf(isSoak)(
  'SIGTERM stops a verification with 143 and a report of what was checked, and leaves nothing behind',
  async () => {
    // By then some runs have ended.
    const { sandbox, variables, answered } = await startAnswering('addMilestones', 24);
    const own = temporaryFolder();
    const json = join(temporaryFolder(), 'stopped.json');

    const { exitCode, stdout, stderr } = await spawnCommand(
      ['verify', '--json', json],
      { ...variables, TMPDIR: own },
      (child) => void answered.then(() => child.kill('SIGTERM')),
    );

    const { result, interactions } = JSON.parse(readFileSync(json, 'utf8'));
    const outcomes = interactions.map(({ outcome }: { outcome: string }) => outcome);
    const [{ users }, { contracts }, { tenants }] = await Promise.all([
      sandbox.control.users(),
      sandbox.control.contracts(),
      sandbox.control.tenants(),
    ]);
    expect([exitCode, result]).toEqual([143, 'incomplete']);
    expect(new Set(outcomes)).toEqual(new Set(['held', 'not checkable']));
    expect(stderr).toContain('Stopped before the end.');
    expect(stdout).toContain('stopped before its end');
    expect([users, contracts, readdirSync(own)]).toEqual([[], [], []]);
    expect(tenants.map(({ id }) => id)).toEqual(['default']);
  },
);

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
