import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { variableOf } from '../../src/deployment/deployment.ts';
import { isDifference } from '../../src/judge/verification.ts';
import type { Report } from '../../src/report/report.ts';
import { startHost } from '../support/deployments.ts';
import { runCommand } from '../support/run-command.ts';
import { observeEntries } from '../support/traffic.ts';
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
  ids: { create: (number) => `عقد ${number}%2F+`, form: /^عقد \d+%2F\+$/ },
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
  mediaType: 'text/json',
  writeNumber: (value) => value.toExponential(),
  arrange: (items) => items.toReversed(),
  // Any day of the year: no check compares it.
  writeTime: (iso) => `${iso.slice(0, 4)}-032${iso.slice(10)}`,
  writeCheckoutUrl: (shortId, client) =>
    `HTTPS://SECOND.EXAMPLE/v3/external/${shortId}/start/now?lang=ar&${client}&payment_methods=ACME_CARD%2CACME_WALLET&v=2`,
};

/** A legal service, by the end of "a service that", and rules that differ there, though it is not broken. */
type LegalService = [does: string, variation: Variation, differs: readonly string[]];

const mostUnusual: LegalService = [
  'writes numbers, times, ids and addresses in another form',
  inOtherForms,
  ['LEGACY-3a'],
];
const variations: readonly LegalService[] = [
  ['refuses whatever is not shown to be taken', strict, ['USER-2a', 'MILESTONE-4a']],
  [
    'takes whatever is not stated to be refused',
    lenient,
    ['AUTH-1b', 'CONTRACT-1c', 'PARTY-0c', 'PARTY-1a', 'PARTY-2a', 'PARTY-4a'],
  ],
  mostUnusual,
];

/** Verifies a service with these choices by the command. */
async function verifyService(choice: Partial<Variation>, ...args: string[]) {
  const { url, close } = await startSecondService({ ...usual, ...choice });
  onTestFinished(close);
  const host = await startHost(url);
  const file = join(temporaryFolder(), 'report.json');
  const result = await runCommand(['verify', '--url', host.url, '--json', file, ...args], variables);
  const report = result.exitCode === 2 ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Report);
  return { ...result, rules: report?.rules ?? [], entries: host.entries };
}

// One of them in `npm test`.
test.for(isSoak ? variations : [mostUnusual])(
  'a service that %s is blamed for nothing',
  async ([, variation, differs]) => {
    const { exitCode, stdout, stderr, rules, entries } = await verifyService(variation, '--strict', 'stated');
    const { contradictions } = await observeEntries(entries);

    const different = rules.filter(({ outcome }) => isDifference(outcome));
    expect(different.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
    expect(different.map(({ id }) => id)).toEqual(expect.arrayContaining([...differs]));
    expect(exitCode, stdout + stderr).toBe(0);
    expect(contradictions.filter(({ basis }) => basis === 'stated')).toEqual([]);
  },
);

test('a service that accepts only numbers of its country needs --phone-prefix', async () => {
  const { exitCode, stderr } = await verifyService({ phonePrefix: '+966' }, '--rule', 'USER-1');

  expect(exitCode).toBe(2);
  expect(stderr).toContain('Set --phone-prefix to the first digits');
});

test('AUTH-8 STATE-3 --phone-prefix and --invitations let a service be verified, whatever token its identity calls take', async () => {
  const choice: Partial<Variation> = {
    phonePrefix: '+966',
    hasInvitations: true,
    identityTokens: ['clientAdminToken'],
  };
  const selected = ['USER-1', 'ID-1b', 'STATE-2', 'PAY-1', 'AUTH-4'].flatMap((rule) => ['--rule', rule]);

  const { stderr, rules } = await verifyService(choice, '--phone-prefix', '+9665', '--invitations', ...selected);

  expect(stderr).toContain('Creates test customers (+9665…)');
  expect(Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]))).toEqual({
    'USER-1': 'held',
    'ID-1b': 'held',
    'AUTH-4': 'held',
    'STATE-2': 'not checkable',
    'PAY-1': 'not checkable',
  });
});
