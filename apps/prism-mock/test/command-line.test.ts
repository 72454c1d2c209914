import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { runHere, testCommandLine } from '@escrow-kit/suite/command-line';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../src/run-command.ts';

testCommandLine({
  run: runCommand,
  name: 'escrow-prism-mock',
  helps: [[]],
  misspelt: [[['--prot', '1'], '--port']],
  refused: [
    [['--port'], "option '--port <port>' argument missing"],
    [['4010'], 'too many arguments'],
    [['--port', 'abc'], 'Give a whole number from 0 to 65535.'],
    [['--port', '65536'], 'Give a whole number from 0 to 65535.'],
    [['--port=-1'], 'Give a whole number from 0 to 65535.'],
    [['--host', ''], '--host is empty.'],
    [['--overlay', 'none.yaml'], "none.yaml:1: The overlay can't be read (ENOENT)."],
  ],
});

test('a mistake in a variable names it', async () => {
  expect(await runHere(runCommand, [], { PORT: '80a' })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining("option '--port <port>' value '80a' from env 'PORT' is invalid."),
  });
});

test('a port that is taken is named, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;

  expect(await runHere(runCommand, [], { PORT: String(port) })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `escrow-prism-mock: Can't listen on 127.0.0.1:${port} (EADDRINUSE). Choose another --port, 0 for a free one, or --host.\n`,
  });
});
