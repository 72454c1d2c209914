import { testCommandLine } from '@escrow-kit/suite/command-line';
import { runCommand } from '../src/run-command.ts';

testCommandLine({
  run: runCommand,
  name: 'escrow-relay',
  helps: [[], ['list']],
  misspelt: [
    [['--lisen', '1'], '--listen'],
    [['lst'], 'list'],
    [['list', '--stor', 'x'], '--store'],
  ],
  refused: [
    [[], 'There is no port for events.'],
    [['--listen', 'x'], 'a port, or host and port'],
    [['show'], "missing required argument 'webhook-id'"],
    [['list', '--limit', '0'], 'Give a whole number above 0.'],
    [['--listen', '0', '--overlay', 'none.yaml'], "none.yaml:1: The overlay can't be read (ENOENT)."],
  ],
});
