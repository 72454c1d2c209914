import { expect, test } from 'vitest';
import { CommandLineError, readCommandOptions } from '../src/command-options.ts';

test.each([
  [['--prot', '1'], "Unknown option '--prot'. Run with --help to see the options."],
  [['--port'], "Option '--port <value>' argument missing"],
  [['4010'], "Unexpected argument '4010'"],
  [['--port', 'abc'], '--port is not a port: "abc". Give a whole number from 0 to 65535.'],
  [['--port', '65536'], '--port is not a port: "65536". Give a whole number from 0 to 65535.'],
  [['--port=-1'], '--port is not a port: "-1". Give a whole number from 0 to 65535.'],
  [['--host', ''], '--host is empty.'],
])('%j is refused in one line', (args, reason) => {
  const error = errorOf(args);

  expect(error.message).toMatch(/^.+$/);
  expect(error.message).toContain(reason);
});

test('a bad environment variable PORT is named', () => {
  const error = errorOf([], { PORT: '80a' });

  expect(error.message).toBe('PORT is not a port: "80a". Give a whole number from 0 to 65535.');
});

test.each([
  [[], {}, { port: 4010, host: '127.0.0.1' }],
  [[], { PORT: '' }, { port: 4010, host: '127.0.0.1' }],
  [[], { PORT: '80' }, { port: 80, host: '127.0.0.1' }],
  [['--port', '0', '--host', '::1'], { PORT: '80' }, { port: 0, host: '::1' }],
])('%j with the environment %j is %j', (args, environment, options) => {
  expect(readCommandOptions(args, environment)).toEqual({ task: 'serve', ...options });
});

test.each([
  ['--help', 'help'],
  ['--version', 'version'],
])('%s starts no mock, whatever PORT is', (flag, task) => {
  expect(readCommandOptions([flag], { PORT: 'abc' })).toEqual({ task });
});

function errorOf(args: string[], environment: Record<string, string> = {}): CommandLineError {
  try {
    readCommandOptions(args, environment);
  } catch (error) {
    if (error instanceof CommandLineError) return error;
    throw error;
  }
  throw new Error('The arguments were accepted.');
}
