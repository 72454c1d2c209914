import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/start-service.ts';
import { milestoneRequest, parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import type { StartedService } from '../support/started-sandbox.ts';
import { watchStderr } from '../support/stderr.ts';

test('a store without space is reported as full, no call is half done, and everything continues when there is space again', async () => {
  const { sandbox, service } = await startService({ dataFolder: temporaryFolder() });
  onTestFinished(() => sandbox.close());
  const lines = watchStderr();
  const { body: parent } = await send(sandbox, 'createContract', { body: parentRequest() });
  const long = milestoneRequest({ itemDetail: { title: 'A table', description: 'x'.repeat(100_000) } });
  const add = () =>
    send(sandbox, 'addMilestones', { path: { contractId: parent.data.id }, body: { milestones: [long, long] } });
  const countMilestones = async () => (await sandbox.control.milestones()).milestones.length;

  limitPages(service, 1);
  const refused = await add();
  const countWhileFull = await countMilestones();
  limitPages(service, 1_000_000);
  const accepted = await add();

  expect(refused).toMatchObject({ status: 503, body: { error: 'store_full' } });
  expect(countWhileFull).toBe(0);
  expect(lines.join()).toContain('error during addMilestones');
  expect(accepted.status).toBe(200);
  expect(await countMilestones()).toBe(2);
});

/** Makes SQLite refuse to grow beyond this number of pages, or the present one, with the error of a full disk. */
function limitPages({ store }: StartedService['service'], pages: number): void {
  store.get(`pragma max_page_count = ${pages}`);
}
