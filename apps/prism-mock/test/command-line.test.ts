import { testCommandLine } from '@escrow-kit/suite/command-line';
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
