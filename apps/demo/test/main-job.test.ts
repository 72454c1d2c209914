import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('the main job runs through its five steps and shows every call, id and state', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main]);

  const steps = stdout.match(/^\d\. \w+/gm);
  expect(steps).toEqual(['1. Authenticate', '2. Register', '3. Open', '4. Take', '4. Take', '5. Settle']);
  expect(stdout).toContain('serviceUserId 1001');
  expect(stdout).toContain('serviceUserId 1002');
  expect(stdout).toContain('milestone milestone-example-1: CREATED');
  expect(stdout).toContain('milestone milestone-example-2: CREATED');
  expect(stdout).toContain('the buyer pays 0.3 SAR, the seller and the organization get 0.1 + 0.2 SAR');
  expect(stdout).toContain('shortId aB3xK9');
  expect(stdout).toMatch(/Done: 14 calls/);
});

test('the timeline shows no secret and no personal data', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main]);

  expect(stdout + stderr).not.toMatch(/\+9665|SA\d{22}|100000000|_sandbox|sandbox-secret|ticket-example|ticket=/);
});
