import { findPhp, startPhpEndpoint, writeGuideFiles } from '@escrow-kit/suite/other-languages';
import { signedRequest } from '@escrow-kit/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder, secret } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

test("the command of the README forwards an event to the guide's endpoint in PHP", async ({ skip }) => {
  const php = await findPhp();
  if (!php) return skip('This machine has neither PHP, nor apt to fetch it.');
  const files = await writeGuideFiles();
  const endpoint = await startPhpEndpoint(php, { ...files, secret });
  onTestFinished(async () => {
    await endpoint.stop();
    await php.remove();
    await files.remove();
  });
  const places = ['--listen', '0', '--control', '0', '--store', createFolder()];
  const relay = startRelayProcess([...places, '--forward', `${endpoint.url}/webhooks`], {
    ESCROW_WEBHOOK_SECRET: secret,
  });
  const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' };

  const answer = await fetch(await relay.url(), signedRequest({ event, secret }));

  expect(answer.status).toBe(200);
  await until(() => expect(endpoint.log.filter((line) => line.endsWith('["milestone-1","PAID"]'))).toHaveLength(1));
});
