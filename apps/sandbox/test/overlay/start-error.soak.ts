import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';

test('a form of ids that the sandbox can not write stops it at the start with one line', async () => {
  const update = { enum: ['one', 'two'] };
  const actions = [{ target: '$.components.parameters.contractId.schema', update }];
  const file = join(temporaryFolder(), 'ids.json');
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'Ids', version: '1' }, actions }));
  const args = [`${import.meta.dirname}/../../src/command.ts`, '--port', '0', '--overlay', file];

  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain("escrow-sandbox: The sandbox cannot create IDs of a contract in the document's form");
  expect(stderr).toContain('contractId in the path of addMilestones is {');
});
