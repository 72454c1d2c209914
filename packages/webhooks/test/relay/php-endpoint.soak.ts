import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findPhp, startPhpEndpoint, writeGuideFiles } from '@escrow-kit/suite/other-languages';
import { until } from '@escrow-kit/suite/until';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../support/create-folder.ts';
import { secret } from '../support/receiver.ts';
import { startRelayProcess } from './support/relay.ts';

test("the commands of the README forward an event to the guide's endpoint in PHP", async ({ skip }) => {
  const php = await findPhp();
  if (!php) return skip('This machine has neither PHP, nor apt to fetch it.');
  const files = await writeGuideFiles();
  const endpoint = await startPhpEndpoint(php, { ...files, secret });
  onTestFinished(async () => {
    await endpoint.stop();
    await php.remove();
    await files.remove();
  });
  const relay = startRelayProcess(['--store', createFolder(), '--to', `${endpoint.url}/webhooks`]);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, lines = ''] = /```sh\n(body=.+?)```/s.exec(readme) ?? [];
  const commands = lines.replace('http://127.0.0.1:4040/', await relay.url());

  const env = { ...process.env, ESCROW_WEBHOOK_SECRET: secret };
  const { stdout } = await promisify(execFile)('sh', ['-c', commands], { env });

  expect(stdout).toContain('Received.');
  await until(() => expect(endpoint.log.filter((line) => line.endsWith('["milestone-1","PAID"]'))).toHaveLength(1));
});
