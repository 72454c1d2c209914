import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../src/main-job/main-job.ts', import.meta.url));
const installedByStart = new URL('installed-by-start.ts', import.meta.url).href;

test('the main job needs only what npm start installs, completes its five steps, and prints no secret and no personal data', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', installedByStart, main]);

  const steps = stdout.match(/^\d\. \w+/gm);
  expect(steps).toEqual(['1. Authenticate', '2. Register', '3. Open', '4. Take', '5. Settle']);
  expect(stdout.match(/serviceUserId \d+/g)).toHaveLength(3);
  expect(stdout.match(/milestone \w+: CREATED/g)).toHaveLength(2);
  expect(stdout).toContain('the buyer pays 0.3 SAR');
  expect(stdout.match(/shortId \w+/g)).toHaveLength(2);
  for (const status of ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']) {
    const received = new RegExp(`webhook received, verified and stored: ${status} of milestone`, 'g');
    expect(stdout.match(received)).toHaveLength(2);
  }
  expect(stdout).toMatch(/Done: 15 calls/);
  expect(stdout + stderr).not.toMatch(/\+9665|SA\d{22}|100000000|_sandbox|sandbox-secret|whsec_demo|ticket=/);
});
