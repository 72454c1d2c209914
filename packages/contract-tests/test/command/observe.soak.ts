import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import type { ObservationReport } from '../../src/observe/report/observation-report.ts';
import { spawnObserve } from '../observe/support/spawn-observe.ts';
import { spawnCommand, variablesOf } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the sandbox adds to the service, what `--explore` adds to requests, and by which query events find their shop. */
const additions =
  /error\.(rule|basis)|escrow-sandbox-instance|serves GET \/|unexpectedField|contractEvent .* query parameter to\./;

test('in front of the sandbox, verify holds, nothing contradicts, and nothing is invented', async () => {
  const { url, credentials, close } = await startSandbox();
  onTestFinished(close);
  const folder = temporaryFolder();
  const json = join(folder, 'report.json');
  const observe = await spawnObserve(['--url', url, '--store', join(folder, 'store'), '--json', json]);

  const verify = ['verify', '--url', observe.url, '--control-url', url, '--strict', '--explore', '1000'];
  const verified = await spawnCommand(verify, variablesOf(credentials));
  const { exitCode, stderr } = await observe.end('SIGINT');

  expect([verified.exitCode, exitCode, stderr]).toEqual([0, 0, expect.stringContaining('The report is in')]);
  expectNothingInvented(json, 3_000);
});

function expectNothingInvented(report: string, fewestExchanges: number): void {
  const { exchanges, findings } = JSON.parse(readFileSync(report, 'utf8')) as ObservationReport;
  expect(exchanges).toBeGreaterThan(fewestExchanges);
  const ofPart = (part: string): string[] => findings.filter((one) => one.part === part).map(({ text }) => text);
  expect(ofPart('contradicts')).toEqual([]);
  expect(ofPart('not in the document').filter((text) => !additions.test(text))).toEqual([]);
}

const shop = join(import.meta.dirname, '../../../../apps/marketplace');

test('in front of the sandbox, all tests of the shop pass, nothing contradicts, and nothing is invented', async () => {
  const { url, close } = await startSandbox();
  onTestFinished(close);
  const folder = temporaryFolder();
  const json = join(folder, 'report.json');
  const shops = await serve(passToShop);
  const events = ['--webhooks-from', '0', '--webhooks-to', shops];
  const observe = await spawnObserve(['--url', url, ...events, '--store', join(folder, 'store'), '--json', json]);
  const observed = { url, callsUrl: observe.url, eventsUrl: observe.eventsUrl };

  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(outside), OBSERVED_SANDBOX: JSON.stringify(observed) };
  const tests = await promisify(execFile)(join(shop, 'node_modules/.bin/vitest'), ['run'], { cwd: shop, env });
  const { exitCode, stderr } = await observe.end('SIGINT');

  expect(tests.stdout).toContain('passed');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The report is in')]);
  expectNothingInvented(json, 300);
});

/** Passes an event on to the shop that the query names, and its answer back. */
async function passToShop(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const to = new URL(request.url ?? '', 'http://shops').searchParams.get('to') ?? '';
  const names = ['content-type', 'service-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
  const sent = fetch(to, { method: 'POST', headers, body: Buffer.concat(await request.toArray()) });
  await sent.then(
    ({ status }) => response.writeHead(status).end(),
    () => response.destroy(),
  );
}
