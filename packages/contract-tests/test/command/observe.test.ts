import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { callOf, type Entry, serviceUrl, writeHar } from '../support/traffic.ts';

const right = callOf('getUser');
const wrong = callOf('createContract', { answer: { data: { createdAt: 'today' } } });
const unknown: Entry = { ...right, request: { ...right.request, url: `${serviceUrl}/\u202elogin` } };

test('observe prints what contradicts the document, which calls it does not have, and what is seen where it is open', async () => {
  const har = writeHar([right, wrong, wrong, unknown]);

  const { exitCode, stdout, stderr } = await runCommand(['observe', '--har', har]);

  expect(stdout.replaceAll(har, 'traffic.har')).toBe(`Contradicts the document
  CONTRACT-2 (stated)  createContract: answer 200 /data/id is missing  (2 times, first in traffic.har, entry 2)
  CONTRACT-2 (stated)  createContract: answer 200 /data/type is missing  (2 times, first in traffic.har, entry 2)
  CONTRACT-2 (stated)  createContract: answer 200 /data/senderRole is missing  (2 times, first in traffic.har, entry 2)
  CONTRACT-2 (stated)  createContract: answer 200 /data/status is missing  (2 times, first in traffic.har, entry 2)

Not in the document
  GET /{}: 200  (once in traffic.har, entry 4)

Seen where the document is open
  createContract: answer 200: status  (2 times, first in traffic.har, entry 2)
  createContract: answer 200 /data/createdAt: string  (2 times, first in traffic.har, entry 2)

Exchanges: 4; in the document: 3; contradictions: 4.
`);
  expect([exitCode, stderr]).toEqual([1, '']);
});

test('observe writes the report as JSON, and ends with 0 if nothing that is stated is contradicted', async () => {
  const json = join(temporaryFolder(), 'observed.json');
  const har = writeHar([right, callOf('updateUser', { body: { name: 5 } })]);

  const { exitCode } = await runCommand(['observe', '--har', har, '--json', json]);

  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ version: 1, contradictions: [{ basis: 'assumed' }] });
  expect(exitCode).toBe(0);
});

test.for<[args: string[], remedy: string]>([
  [[], '--har is missing. Name the HAR files to read.'],
  [['--har', '/no/such.har'], '/no/such.har: cannot be read (ENOENT). Name a HAR file.'],
  [['--har', 'README.md'], 'not valid JSON'],
  [['--har', 'x', '--json', '/no/such/folder/report.json'], 'Cannot write'],
  [['--har', 'README.md', '--json', './README.md'], '--json is one of the HAR files.'],
])('observe %j ends with 2, and says what to do', async ([args, remedy]) => {
  const { exitCode, stdout, stderr } = await runCommand(['observe', ...args]);

  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(remedy);
});

test('a file that can not be read leaves an empty report', async () => {
  const json = join(temporaryFolder(), 'observed.json');

  await runCommand(['observe', '--har', 'README.md', '--json', json]);

  expect(readFileSync(json, 'utf8')).toBe('');
});
