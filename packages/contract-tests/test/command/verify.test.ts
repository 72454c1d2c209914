import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { type RuleImplementations, shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ignoreViolationsOf } from '../mutants/ways.ts';
import { type CommandResult, runCommand, variablesOf } from '../support/run-command.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

const withoutControl = { ESCROW_CONTROL_URL: '', ESCROW_CONTROL_TENANT: '' };

describe('only calls, without a control API', () => {
  let result: CommandResult;

  beforeAll(async () => {
    const { sandbox, variables } = await startOrganization();
    const { url } = sandbox;
    const hosts = isSoak
      ? { ESCROW_URL: url }
      : { ESCROW_URL: '', ESCROW_CONTRACT_URL: url, ESCROW_AUTH_URL: url, ESCROW_IDENTITY_URL: url };
    result = await runCommand(['verify'], { ...variables, ...hosts, ...withoutControl, ESCROW_API_KEY: '' });
    await sandbox.close();
  }, verificationLimitInMs);

  test('check what they reach', () => {
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
    expect(result.stdout.split('\nheld\n')[1]).toContain('PARTY-4');
  });

  test('leave out the rest, and say why', () => {
    const unchecked = result.stdout.split('not checked\n')[1];

    expect(unchecked).toContain("only a sandbox's control API (--control-url) reaches this");
    expect(unchecked).toContain('--api-key is not given');
  });
});

/** Puts received and issued secrets into fields that should hold something else. */
const indiscreet = ({ completeAnswer }: RuleImplementations): Partial<RuleImplementations> => ({
  completeAnswer: (service, operation, attempt) => {
    const answer = completeAnswer(service, operation, attempt);
    const sent = `${attempt.request.authorization} ${attempt.request.bodyText}`;
    const body = answer.body as { ticket?: string; data?: Record<string, unknown> };
    if (operation.id === 'requestTicket' && answer.status === 200) {
      return { ...answer, body: { ...body, expiresIn: `${body.ticket} ${sent}` } };
    }
    if (operation.id === 'linkUser' && answer.status === 200) {
      return {
        ...answer,
        body: { ...body, data: { ...body.data, verification_required: `${body.data?.['waffy_token']} ${sent}` } },
      };
    }
    if (operation.id === 'addBankAccount') return { ...answer, status: 400, body: { error: sent } };
    if (operation.id === 'startPayment' && answer.status === 500) return { ...answer, body: sent };
    if (operation.id === 'createContract' && answer.status === 200)
      return { ...answer, body: { data: { ...body.data, senderRole: sent } } };
    return answer;
  },
});

/** The rules of the calls above, and of events, which are signed with a secret. In `pnpm soak` all rules. */
const rulesOfIndiscreet = ['TICKET-1', 'TICKET-5', 'UAPI-1', 'BANK-2', 'PAY-4', 'CONTRACT-2', 'HOOK-5'];

describe('a sandbox that shows secrets and breaks rules', () => {
  const [html, json] = [join(folder, 'broken.html'), join(folder, 'broken.json')];
  let result: CommandResult;
  let secrets: string[];

  beforeAll(async () => {
    const { sandbox, credentials, variables } = await startOrganization(indiscreet);
    const { apiKey } = credentials.tokens;
    const rules = isSoak ? [] : ['--rule', ...rulesOfIndiscreet];
    const args = ['verify', '--html', html, '--json', json, '--api-key', apiKey, ...rules];
    result = await runCommand(args, { ...variables, ESCROW_API_KEY: '' });
    secrets = [credentials.clientSecret, credentials.webhookSecret, ...Object.values(credentials.tokens)];
    await sandbox.close();
  }, verificationLimitInMs);

  test('ends with 1', () => {
    expect(result.exitCode, result.stdout + result.stderr).toBe(1);
  });

  test('prints what is broken, by which check, and the answer', () => {
    const broken = result.stdout.split('broken\n')[1];

    expect(broken).toContain('CONTRACT-2');
    expect(broken).toContain('TICKET-5 a buyer whose consent is pending gets a ticket');
    expect(broken).toContain('expiresIn: got');
    expect(broken).toMatch(/ again +curl .*'authorization: Bearer '"\$ESCROW_CLIENT_ADMIN_TOKEN"/);
  });

  test('is reported as JSON with the same', () => {
    const report = JSON.parse(readFileSync(json, 'utf8')) as {
      result: string;
      rules: { id: string; outcome: string }[];
    };

    expect(report.result).toBe('broken');
    expect(report.rules).toContainEqual(expect.objectContaining({ id: 'TICKET-1', outcome: 'broken' }));
  });

  test('no report and no output holds a secret', () => {
    const written = [result.stdout, result.stderr, readFileSync(html, 'utf8'), readFileSync(json, 'utf8')];

    for (const text of written) {
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/ticket_[a-z0-9]{10}/);
    }
    expect(written[0]).toContain('[redacted]');
  });

  test('a secret on the command line gets a hint at its variable', () => {
    expect(result.stderr).toContain(
      '--api-key is visible to the other users of this machine. Set ESCROW_API_KEY instead.',
    );
  });
});

describe('a wrong input is not a broken service', () => {
  let started: Awaited<ReturnType<typeof startOrganization>>;

  beforeAll(async () => {
    started = await startOrganization();
  });
  afterAll(() => started.sandbox.close());

  test('a credential that is refused ends it before anything is created', async () => {
    const unknown = { ESCROW_ORGANIZATION_TOKEN: 'unknown-1' };

    const { exitCode, stderr, stdout } = await runCommand(['verify'], { ...started.variables, ...unknown });

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `--organization-token (ESCROW_ORGANIZATION_TOKEN) is refused by ${new URL(started.sandbox.url).host} with 401. ` +
        'Check the token; it is given without "Bearer ".',
    );
    expect(stderr).not.toContain('unknown-1');
  });

  test('the control API of another sandbox', async ({ onTestFinished }) => {
    const other = await startSandbox();
    onTestFinished(() => other.close());
    const variables = { ...started.variables, ESCROW_CONTROL_URL: other.url, ESCROW_CONTROL_TENANT: 'default' };

    const { exitCode, stderr } = await runCommand(['verify'], variables);

    expect(exitCode).toBe(2);
    expect(stderr).toContain('--control-url does not know a customer');
  });
});

test('a requested rule that could not be checked is not a success', async ({ onTestFinished }) => {
  const { sandbox, variables } = await startOrganization();
  onTestFinished(() => sandbox.close());
  const without = { ...withoutControl, ESCROW_LEGACY_APP_TOKEN: '' };

  const { exitCode, stdout } = await runCommand(['verify', '--rule', 'AUTH-9', 'LEGACY-3'], {
    ...variables,
    ...without,
  });

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/--legacy-app-token is not given: \d+ checks? left out; not checkable: AUTH-9\n/);
  expect(stdout).toContain('needs --legacy-app-token too, for the call that leads to it (legacySignUp)');
});

/** Runs the command, and sends signals when the service answers a call of this operation. */
async function stopAt(operationId: string, signals: readonly ('SIGINT' | 'SIGTERM')[], args: string[] = []) {
  const answered = Promise.withResolvers<void>();
  const { sandbox, variables } = await startOrganization(({ completeAnswer }) => ({
    completeAnswer: (service, operation, attempt) => {
      if (operation.id === operationId) answered.resolve();
      return completeAnswer(service, operation, attempt);
    },
  }));
  onTestFinished(() => sandbox.close());
  const own = mkdtempSync(join(folder, 'stopped-'));
  const result = await runCommand(['verify', ...args], { ...variables, TMPDIR: own }, (child) => {
    void answered.promise.then(() => {
      for (const signal of signals) child.kill(signal);
    });
  });
  return { ...result, left: readdirSync(own) };
}

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s stops a verification with %i and a report, and leaves nothing on the machine',
  async ([signal, wanted]) => {
    const json = join(folder, `${signal}.json`);

    // No call before the checks is of this operation.
    const { exitCode, stdout, stderr, left } = await stopAt('addMilestones', [signal], ['--json', json]);

    expect([exitCode, left]).toEqual([wanted, []]);
    expect(stderr).toContain('Stopped before the end.');
    expect(stdout).toContain('stopped before its end');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ result: 'incomplete' });
  },
);

test('a second signal ends it at once, without a report', async () => {
  const { exitCode, stdout } = await stopAt('addMilestones', ['SIGINT', 'SIGTERM']);

  expect([130, 143]).toContain(exitCode);
  expect(stdout).toBe('');
});

test('a signal before the first check ends without a report', async () => {
  const { exitCode, stdout, stderr, left } = await stopAt('registerCustomer', ['SIGINT']);

  expect([exitCode, stdout, left]).toEqual([130, '', []]);
  expect(stderr).toContain('contract-tests: Stopped before the first check.\n');
});

describe('a sandbox that accepts what is implied to be refused', () => {
  let started: Awaited<ReturnType<typeof startOrganization>>;
  const args = ['verify', '--rule', 'PARTY-2a'];

  beforeAll(async () => {
    started = await startOrganization(ignoreViolationsOf('PARTY-2a').replace);
  });
  afterAll(() => started.sandbox.close());

  test('is not called broken, and ends with 1', async () => {
    const { exitCode, stdout } = await runCommand(args, started.variables);

    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^implied: differs\n {2}PARTY-2a /)]);
    expect(stdout).toContain('none is broken, 1 differs from what is implied');
  });

  test('ends with 0 if --strict=stated is given', async () => {
    const { exitCode } = await runCommand([...args, '--strict=stated'], started.variables);

    expect(exitCode).toBe(0);
  });
});
