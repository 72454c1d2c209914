import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { pactFolder } from '../src/pacts/pact-files.ts';
import { joinPacts } from './join-pacts.ts';

const folder = mkdtempSync(join(tmpdir(), 'escrow-pacts-'));
process.env['ESCROW_PACT_FOLDER'] = folder;
try {
  const vitest = await startVitest('test', [], { project: ['consumer'], watch: false });
  await vitest.close();
  // Vitest has set the exit code if a test failed. Then the pacts stay as they were.
  if (!process.exitCode) writePacts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writePacts(): void {
  rmSync(pactFolder, { recursive: true, force: true });
  mkdirSync(pactFolder, { recursive: true });
  for (const { name, text } of joinPacts(folder)) writeFileSync(join(pactFolder, name), text);
}
