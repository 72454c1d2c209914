import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { variableOf } from '../../src/deployment/deployment.ts';
import { isDifference } from '../../src/judge/verification.ts';
import type { Report } from '../../src/report/report.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';
import { credentials, startSecondService, usual, type Variation } from './second-service.ts';

const variables = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [variableOf(name), value]));

const strict: Variation = {
  ...usual,
  demands: 'most',
  refusalStatus: 422,
  unknownCallerStatus: 403,
  bodies: 'none',
  identityTokens: ['clientAdminToken'],
  keepsUserId: false,
  writeCheckoutUrl: (shortId, client, methods) =>
    `https://second.example/external/${shortId}/start?${client}&${methods}`,
};

const lenient: Variation = {
  ...usual,
  demands: 'least',
  successStatus: 201,
  refusalStatus: 409,
  bodies: 'text',
  mediaType: 'application/json;charset=UTF-8',
  writeNumber: (value) => (Number.isInteger(value) ? value.toFixed(2) : `${value}0`),
  extraFields: { x_trace: 'hop 7' },
  writeTime: (iso) => iso.replaceAll(/[-:]|\.\d+/g, ''),
};

const inOtherForms: Variation = {
  ...usual,
  refusalStatus: 404,
  identityTokens: ['legacyUserToken'],
  ids: { create: (number) => `2030/${number}?a=b&c#d`, form: /^\d{4}\/\d+\?a=b&c#d$/ },
  firstNumber: 9_000_000_000,
  legacyId: 'number',
  mediaType: 'text/json',
  writeNumber: (value) => value.toExponential(),
  arrange: (items) => items.toReversed(),
  // Any day of the year: no check compares it.
  writeTime: (iso) => `${iso.slice(0, 4)}-032${iso.slice(10)}`,
  writeCheckoutUrl: (shortId, client) =>
    `HTTPS://SECOND.EXAMPLE/v3/external/${shortId}/start/now?lang=ar&${client}&payment_methods=ACME_CARD%2CACME_WALLET&v=2`,
  feeShare: 0.0125,
};

const failing: Variation = {
  ...usual,
  successStatus: 202,
  refusalStatus: 500,
  unknownCallerStatus: 400,
  ids: { create: (number) => `عقد ${number}%2F+`, form: /^عقد \d+%2F\+$/ },
  firstNumber: 70_000,
  mediaType: 'application/vnd.second.v1+json',
  writeTime: (iso) => `${iso.slice(0, 4)}-W05-1${iso.slice(10)}`,
  writeCheckoutUrl: (shortId, client, methods) =>
    `Http://[2001:db8::2]:8080/app/external/${shortId}/?${methods},LATER&${client}`,
  feeShare: 0.1,
};

const counting: Variation = {
  ...usual,
  ids: { create: String, form: /^\d+$/ },
  firstNumber: 1_000_000,
  writeTime: (iso) => iso.replace('Z', '+00:00'),
};

/** A handful of legal services, by the end of "a service that", and rules that differ there, though no service is broken. */
const variations: readonly [does: string, variation: Variation, differs: readonly string[]][] = [
  ['refuses whatever is not shown to be taken', strict, ['USER-2a', 'MILESTONE-4a']],
  [
    'takes whatever is not stated to be refused',
    lenient,
    ['AUTH-1b', 'CONTRACT-1c', 'PARTY-0c', 'PARTY-1a', 'PARTY-2a', 'PARTY-4a'],
  ],
  ['writes numbers, times, ids and addresses in another form', inOtherForms, ['LEGACY-3a']],
  ['refuses with 500, and has spaces in its ids', failing, ['ERR-1']],
  ['counts its ids', counting, ['CONTRACT-1c', 'PARTY-0c', 'ID-2c']],
];

/** Verifies a service with these choices by the command. */
async function verifyService(choice: Partial<Variation>, ...args: string[]) {
  const { url, close } = await startSecondService({ ...usual, ...choice });
  onTestFinished(close);
  const file = join(temporaryFolder(), 'report.json');
  const result = await runCommand(['verify', '--url', url, '--json', file, ...args], variables);
  const report = result.exitCode === 2 ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Report);
  return { ...result, rules: report?.rules ?? [] };
}

test.for(variations)(
  'a service that %s is blamed for nothing',
  { timeout: verificationLimitInMs },
  async ([, variation, differs]) => {
    const { exitCode, stdout, stderr, rules } = await verifyService(variation, '--strict', 'stated');

    const different = rules.filter(({ outcome }) => isDifference(outcome));
    expect(different.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect(different.map(({ id }) => id)).toEqual(expect.arrayContaining([...differs]));
    expect(exitCode, stdout + stderr).toBe(0);
  },
);

test('a service that accepts only numbers of its country needs --phone-prefix, and is verified with it', async () => {
  const rule = ['--rule', 'USER-1'];
  const other = await verifyService({ phonePrefix: '+966' }, ...rule);
  const own = await verifyService({ phonePrefix: '+966' }, ...rule, '--phone-prefix', '+9665');

  expect(other.stderr).toContain('Set --phone-prefix to what your own test numbers begin');
  expect([other.exitCode, own.exitCode]).toEqual([2, 0]);
  expect(own.stderr).toContain('Creates test customers (+9665…)');
  expect(own.stdout).toContain('1 rule held, none is broken');
});

test('STATE-3 a service with invitations is not broken if --invitations is given', async () => {
  const selected = ['STATE-2', 'PAY-1', 'TICKET-5', 'AUTH-4'].flatMap((rule) => ['--rule', rule]);

  const { rules } = await verifyService({ hasInvitations: true }, '--invitations', ...selected);

  expect(rules.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'AUTH-4 held',
    ...['STATE-2', 'PAY-1', 'TICKET-5'].map((id) => `${id} not checkable`),
  ]);
});

test('AUTH-8 a legacy user token that identity calls refuse is not a wrong option', async () => {
  const { exitCode, stdout } = await verifyService(
    { identityTokens: ['clientAdminToken'] },
    '--operation',
    'submitNationalId',
  );

  expect(exitCode, stdout).toBe(0);
});
