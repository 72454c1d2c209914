import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import type { ObservationReport } from '../../src/observe/report/observation-report.ts';
import { spawnObserve } from '../observe/support/spawn-observe.ts';
import { spawnCommand, variablesOf } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the sandbox adds to the service, and what `--explore` adds to requests. */
const additions = /error\.(rule|basis)|escrow-sandbox-instance|serves GET \/|unexpectedField/;

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
  const { exchanges, findings } = JSON.parse(readFileSync(json, 'utf8')) as ObservationReport;
  expect(exchanges).toBeGreaterThan(3_000);
  const ofPart = (part: string): string[] => findings.filter((one) => one.part === part).map(({ text }) => text);
  expect(ofPart('contradicts')).toEqual([]);
  expect(ofPart('not in the document').filter((text) => !additions.test(text))).toEqual([]);
});
