import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatHtml, formatText, verifyDeployment } from '../../src/index.ts';
import { changeField } from '../mutants/ways.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';

const packageFolder = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(packageFolder, '.readme-'));
const pactFile = join(folder, 'pacts/my-shop-escrow-contract-service.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);

const takesNoCards = changeField('startPayment', 'data', (url) => url.replace('CARD', 'CASH')).replace;

/** Writes a pact of these interactions, and returns its path. */
function writePact(name: string, ...interactions: object[]): string {
  const file = join(folder, name);
  const metadata = { pactSpecification: { version: '4.0' } };
  const pact = { consumer: { name: 'my-shop' }, provider: { name: 'escrow' }, interactions, metadata };
  writeFileSync(file, JSON.stringify(pact));
  return file;
}

const registration = ({ headers = {}, response }: { headers?: object; response: object }) => ({
  type: 'Synchronous/HTTP',
  description: 'a registration',
  request: {
    method: 'POST',
    path: '/realms/service/service-partner/customers',
    headers: { 'Content-Type': ['application/json'], ...headers },
    body: { content: {}, contentType: 'application/json', encoded: false },
  },
  response,
});

const readCall = () => JSON.parse(readFileSync(pactFile, 'utf8')).interactions[0];

beforeAll(async () => {
  const page = readFileSync(join(packageFolder, '../../docs/guide/pacts.md'), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('Pacts of your own')) ?? '';
  const examples = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  writeFileSync(join(folder, 'example.ts'), examples.join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.json', include: ['example.ts'] }),
  );
  mkdirSync(join(folder, 'pacts'));
  await run(process.execPath, ['example.ts'], { cwd: folder });
});

test('the examples of the guide type-check', async () => {
  const { stdout } = await run('tsc', ['-p', folder, '--checkers', '1']).catch((error) => error);

  expect(stdout).toBe('');
});

test('the examples of the guide write a pact that verifies, and that --list lists', async () => {
  const { sandbox } = await startDeployment();
  const { url, credentials } = sandbox;
  const variables = { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url };

  const listed = await runCommand(['verify', '--list', '--rule', 'PAY-1', '--pact', pactFile]);
  const { exitCode, stdout, stderr } = await runCommand(['verify', '--exclude', '*', '--pact', pactFile], variables);

  expect(listed.stdout).toMatch(/^startPayment {5}the shop opens a checkout that takes cards$/m);
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toContain('your own pacts\n  my-shop: 2 held\n');
});

test('what an own pact relies on and is not stated differs, and a rule that it claims is called broken by nobody', async () => {
  const claims = { references: { 'escrow-kit': { rules: 'PAY-1', basis: 'stated' } } };
  const description = 'PAY-1 a claim';
  const claiming = writePact('claims.json', { ...readCall(), description, comments: claims, pending: true });
  const { deployment } = await startDeployment(takesNoCards);

  const report = await verifyDeployment(deployment, { rules: ['PAY-1'], pacts: [pactFile, claiming] });

  expect(report.rules.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['PAY-1 held']);
  expect(report.rules[0]?.interactions.map((one) => one.description)).not.toContain(description);
  expect(report.result).toBe('own pact: differs');
  expect(formatText(report)).toMatch(
    /^your own pacts\n {2}my-shop: 1 held, 2 differs\n {4}check {5}the shop opens a checkout that takes cards\n {4}wrong {5}data: .*CASH/,
  );
  expect(formatHtml(report)).toContain('<h2>Your own pact of my-shop: 1 held, 2 differs</h2>');
});

test('an own pact of which nothing can be checked is not a success', async () => {
  const { control: _, ...deployment } = (await startDeployment()).deployment;
  const providerStates = [{ name: 'a milestone waiting for payment, and another client', params: { itemPrice: 1000 } }];
  const file = writePact('needs-a-sandbox.json', { ...readCall(), providerStates });

  const report = await verifyDeployment(deployment, { rules: ['PAY-1'], pacts: [file] });

  expect(report.result).toBe('incomplete');
  expect(formatText(report)).toMatch(/your own pacts\n {2}my-shop: 1 not checkable\n.*only a sandbox's control API/s);
});

test('an own pact alone has its own summary, and shows no credential that it holds', async () => {
  const { deployment } = await startDeployment();
  const { organizationToken = '' } = deployment.credentials;
  const headers = { Authorization: [`Bearer ${organizationToken}`] };
  const file = writePact('holds-a-credential.json', registration({ headers, response: { status: 200 } }));

  const report = await verifyDeployment(deployment, { exclude: ['*'], pacts: [file] });

  const text = formatText(report);
  expect(text).toContain('authorization: Bearer [ESCROW_ORGANIZATION_TOKEN]');
  expect(text).not.toContain(organizationToken);
  expect(text).toContain('\nOnly your own pacts were checked.\nNothing is broken, but an own pact differs.\n');
});

test.for([
  ['a regex that Pact refuses', { match: 'regex', regex: '(' }, "Pact can't read a matcher: '(' is not a valid"],
  ['a matcher without its value', { match: 'include' }, 'Pact gave no result'],
] as const)('%s blames nobody', async ([, matcher, reason]) => {
  const { deployment } = await startDeployment();
  const matchingRules = { body: { '$.message': { matchers: [matcher] } } };
  const body = { content: { message: 'any' }, contentType: 'application/json', encoded: false };
  const file = writePact('unreadable.json', registration({ response: { status: 401, body, matchingRules } }));

  const report = await verifyDeployment(deployment, { exclude: ['*'], pacts: [file] });

  expect(report.result).toBe('incomplete');
  expect(report.leftOut).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) })]);
});

test('an own message is compared with an event', async () => {
  const file = writePact('message.json', {
    type: 'Asynchronous/Messages',
    description: 'the shop hears of a payment',
    providerStates: [{ name: 'a milestone that has just changed', params: { status: 'PAID' } }],
    contents: { content: { status: 'PAID' }, contentType: 'application/json', encoded: false },
  });

  const { deployment } = await startDeployment();
  const report = await verifyDeployment(deployment, { exclude: ['*'], pacts: [file] });

  expect(report.interactions.map(({ outcome, problems }) => [outcome, problems])).toEqual([['held', []]]);
});
