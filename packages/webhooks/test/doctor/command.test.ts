import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandResult, runHere, testCommandLine } from '@escrow-kit/tools/command-line';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { type DoctorParts, runCommand } from '../../src/command-line.ts';
import { checks } from '../../src/doctor/checks.ts';
import { type Behaviour, startEndpoint } from '../support/endpoint.ts';
import { secret } from '../support/receiver.ts';

/** Runs the command in this process, with a short pause and few events at once. */
const doctor = (
  args: string[],
  { environment = {}, ...parts }: { environment?: Record<string, string> } & DoctorParts = {},
): Promise<CommandResult> =>
  runHere((given) => runCommand(given, { pauseInMs: 20, burst: 2, ...parts }), args, environment);

testCommandLine({
  run: runCommand,
  name: 'escrow-webhooks',
  helps: [[], ['doctor'], ['relay']],
  misspelt: [
    [['docter', '--url', 'http://localhost'], 'doctor'],
    [['doctor', '--urls', 'http://localhost'], '--url'],
  ],
  refused: [
    [[], 'A command is missing.'],
    [['doctor'], '--url is missing'],
    [['doctor', '--url', 'http://[::1]'], 'The webhook secret is missing. Set ESCROW_WEBHOOK_SECRET'],
    [['doctor', '--url', 'http://localhost', '--secret', 'canary '], 'white space'],
    [['doctor', '--url', 'http://localhost', '--secret', 'canary', '--secret-file', 'a'], 'Use only one of'],
    [['doctor', '--url', 'http://localhost', '--secret-file', '/nonexistent/secret'], 'cannot be read (ENOENT)'],
    [['doctor', '--url', 'http://localhost', '--secret', 's', '--timeout', '0'], 'Give a whole number from 1 to 600.'],
  ],
});

const environment = { ESCROW_WEBHOOK_SECRET: secret };

const mac = (body: string): string => createHmac('sha256', secret).update(body).digest('base64');

test('HOOK-8 a hint has the exit code 0, and 1 with --strict; on a terminal its mark has a colour', async () => {
  const url = await startEndpoint({ receive: ({ status }) => (status === 'ESCROW_DOCTOR_TEST' ? 422 : 200) });

  const strict = await doctor(['doctor', '--url', url, '--strict', '--json'], { environment });
  const { isTTY, hasColors } = process.stdout;
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, hasColors }));
  Object.assign(process.stdout, { isTTY: true, hasColors: () => true });
  const usual = await doctor(['doctor', '--url', url], { environment });

  expect(usual.stdout).toContain('\u001b[33mhint \u001b[39m unknown-status 422 in ');
  expect([usual.exitCode, strict.exitCode]).toEqual([0, 1]);
  expect(JSON.parse(strict.stdout)).toMatchObject({
    faults: 0,
    hints: 1,
    checks: expect.arrayContaining([
      expect.objectContaining({
        check: 'unknown-status',
        result: 'hint',
        answers: [{ status: 422, count: 1 }],
        expected: '200',
        rule: 'HOOK-8',
        basis: 'our choice',
      }),
    ]),
  });
});

test('HOOK-2 a file holds the secret; a fault has the exit code 1, and no output has the secret or the path', async () => {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, `${secret}\nthe-former-one\n`);
  const url = await startEndpoint({ isAuthentic: () => true });

  const { exitCode, stdout, stderr } = await doctor([
    ...['doctor', '--url', `${url.replace('http://', 'http://user:canary@')}/canary?canary`],
    ...['--secret-file', file],
  ]);

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^FAULT forged .*\(HOOK-2, stated\)$/m);
  expect(stdout + stderr).not.toMatch(`${secret}|canary`);
  expect(stderr).toBe(`Sending test events to ${url}. Their milestone IDs begin with escrow-doctor-.\n`);
});

test('HOOK-2 a deployment that signs in another way', async () => {
  const url = await startEndpoint({
    isAuthentic: ({ body, message }) => message.headers['x-signed'] === `v1,${mac(body)}`,
  });

  const signature = ['--signature', 'X-Signed: v1,<base64>'];
  const { exitCode, stdout } = await doctor(['doctor', '--url', url, ...signature], { environment });

  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('upper-case');
});

test('with --relay it signs by Standard Webhooks as well, as the library verifies', async () => {
  const webhook = new Webhook(secret, { format: 'raw' });
  const isAuthentic: Behaviour['isAuthentic'] = ({ body, message: { headers } }) => {
    try {
      return Boolean(webhook.verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  const ids = new Set<unknown>();
  const right = await startEndpoint({
    isAuthentic,
    receive: (_, { message }) => ids.add(message.headers['webhook-id']) && 200,
  });
  const careless = await startEndpoint({ isAuthentic: ({ message }) => 'webhook-signature' in message.headers });

  const usual = await doctor(['doctor', '--url', right], { environment });
  const relayed = [
    await doctor(['doctor', '--url', right, '--relay'], { environment }),
    await doctor(['doctor', '--url', careless, '--relay'], { environment }),
  ];

  expect([usual.exitCode, usual.stdout]).toEqual([1, expect.stringContaining('add --relay')]);
  expect(relayed.map(({ stdout }) => stdout.match(/^(FAULT|hint) +\S+/gm))).toEqual([
    null,
    ['forged', 'keyless', 'cut', 'altered'].map((name) => `FAULT ${name}`),
  ]);
  // Twelve, and a burst of two: repeats have the id of the first.
  expect(ids.size).toBe(14);
});

test('with --yes it sends to an address that is not loopback', async () => {
  const url = (await startEndpoint({ isAuthentic: () => false })).replace('127.0.0.1', '0.0.0.0');

  const refused = await doctor(['doctor', '--url', url], { environment });
  const sent = await doctor(['doctor', '--url', url, '--yes', '--secret', secret]);

  expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
  expect([sent.exitCode, sent.stdout]).toEqual([1, expect.stringContaining('FAULT signed         401')]);
  expect(sent.stderr).toMatch(/^--secret is visible to the other users of this machine. Set ESCROW_WEBHOOK_SECRET/);
});

test.each([
  ['http://192.0.2.1:80/webhooks', '--url is on another machine, 192.0.2.1. The events look real'],
  ['http://shop.invalid', 'shop.invalid cannot be resolved ('],
])('nothing is sent to %s', async (url, message) => {
  const { exitCode, stdout, stderr } = await doctor(['doctor', '--url', url], { environment });

  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

test('HOOK-3 a right endpoint gets a line for each check, in plain text; a name with other addresses is another machine', async () => {
  const url = (await startEndpoint({})).replace('127.0.0.1', 'shop.example');
  // It leads elsewhere when it is resolved again.
  const answers = [[{ address: '127.0.0.1', family: 4 }]];
  const resolve = async () => answers.shift() ?? [{ address: '192.0.2.1', family: 4 }];
  const mixed = async () => ['::1', '192.0.2.1'].map((address) => ({ address, family: 0 }));

  const here = await doctor(['doctor', '--url', url], { environment, resolve });
  const elsewhere = await doctor(['doctor', '--url', 'http://x.localhost'], { environment, resolve });
  const both = await doctor(['doctor', '--url', 'http://localhost'], { environment, resolve: mixed });

  expect(here.exitCode).toBe(0);
  expect(here.stdout.trimEnd().split('\n')).toEqual([
    ...Object.keys(checks).map((name) => expect.stringMatching(`^ok +${name} +.*\\d in \\d+ ms +expected `)),
    '0 faults, 0 hints.',
  ]);
  expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining('on another machine, x.localhost'),
  ]);
  expect([both.exitCode, both.stdout]).toEqual([2, '']);
});

test('the chapter has every check', async () => {
  const chapter = await readFile(new URL('../../../../docs/guide/test-your-endpoint.md', import.meta.url), 'utf8');

  expect(Object.keys(checks).filter((name) => !chapter.includes(name))).toEqual([]);
});
