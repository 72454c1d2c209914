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
    [['list', '--limit', '0'], 'Give a whole number from 1 to 999999999.'],
    [
      ['--listen', '0', '--forward', 'http://a', '--signature', 'X-Mac: <md5>'],
      '--signature: write header, prefix, and hex or base64, such as',
    ],
    [['--listen', '0', '--allow-address', 'shop.example'], 'Give an IP address or a CIDR block, such as 192.0.2.0/24.'],
    [['--listen', '0', '--status-name', 'FUNDED=PAYED'], "Give the deployment's name, = and one of PAID, CASHOUT_IN"],
    [['--listen', '0', '--forward', 'http://a', '--signature', 'none'], '--signature none: anybody could send events.'],
  ],
});
