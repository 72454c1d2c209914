import { expect, test } from 'vitest';
import { CommandLineError, readCommandOptions } from '../src/command-options.ts';

test.each([
  [[], {}, { port: 4010, host: '127.0.0.1' }],
  [[], { PORT: '' }, { port: 4010, host: '127.0.0.1' }],
  [[], { PORT: '80' }, { port: 80, host: '127.0.0.1' }],
  [['--port', '0', '--host', '::1'], { PORT: '80' }, { port: 0, host: '::1' }],
  [['--help'], { PORT: 'abc' }, { help: true }],
  [['--version'], { PORT: 'abc' }, { version: true }],
])('%j with the environment %j is %j', (args, environment, options) => {
  expect(readCommandOptions(args, environment)).toMatchObject({ help: false, version: false, ...options });
});

test.each([
  [['--prot', '1'], {}, "Unknown option '--prot'. Run with --help to see the options."],
  [['--port'], {}, "Option '--port <value>' argument missing. Run with --help to see the options."],
  [['4010'], {}, /^Unexpected argument '4010'.* Run with --help to see the options\.$/],
  [['--port', 'abc'], {}, '--port is not a port: "abc". Give a whole number from 0 to 65535.'],
  [['--port', '65536'], {}, '--port is not a port: "65536". Give a whole number from 0 to 65535.'],
  [['--port=-1'], {}, '--port is not a port: "-1". Give a whole number from 0 to 65535.'],
  [['--host', ''], {}, '--host is empty. Give an address, such as 127.0.0.1.'],
  [[], { PORT: '80a' }, 'PORT is not a port: "80a". Give a whole number from 0 to 65535.'],
])('%j with the environment %j is refused', (args, environment, message) => {
  expect(() => readCommandOptions(args, environment)).toThrow(message);
  expect(() => readCommandOptions(args, environment)).toThrow(CommandLineError);
});
