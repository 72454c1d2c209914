import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSoak } from '@escrow-kit/tools';
import { runHere, testCommandLine } from '@escrow-kit/tools/command-line';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../src/run-command.ts';

testCommandLine({
  run: runCommand,
  name: 'escrow-prism-mock',
  helps: [[]],
  misspelt: [[['--prot', '1'], '--port']],
  refused: [
    [['4010'], 'too many arguments'],
    [['--port', '65536'], 'Give a whole number from 0 to 65535.'],
    [['--host', ''], '--host is empty.'],
    [['--overlay', 'none.yaml'], 'none.yaml:1: The overlay cannot be read (ENOENT).'],
  ],
});

test('a port that is taken is named, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;

  expect(await runHere(runCommand, [], { PORT: String(port) })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `escrow-prism-mock: Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Choose another --host or --port; 0 selects a free port.\n`,
  });
});

test.runIf(isSoak)('the command prints how to call the mock, and SIGTERM ends it', async () => {
  const { exitCode, stdout } = await runHere(runCommand, ['--port', '0']);
  const url = /Service: (http:\S+)/.exec(stdout)?.[1] ?? '';

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);
  expect((await fetch(url, { method: 'OPTIONS' })).ok).toBe(false);
  process.emit('SIGTERM');
  await expect(fetch(url)).rejects.toThrow();
});
