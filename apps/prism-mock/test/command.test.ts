import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type PrismMock, startPrismMock } from '../src/index.ts';

const command = `${import.meta.dirname}/../src/command.ts`;
const started: { child: ChildProcess[]; mock?: PrismMock } = { child: [] };

afterEach(async () => {
  for (const child of started.child.splice(0)) child.kill('SIGKILL');
  await started.mock?.close();
});

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, PORT: '', ...environment } });
  started.child.push(child);
  return child;
}

async function runToEnd(args: string[], environment?: Record<string, string>): Promise<object> {
  const child = start(args, environment);
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  const [output, errors, [exitCode]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { output, errors, exitCode };
}

/** Reads what the command prints until the greeting is complete, and then stops reading, as `head` does. */
async function readGreeting(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (/^Try: .*\n/m.test(output)) return output;
  }
  throw new Error(`The command ended after ${JSON.stringify(output)}.`);
}

test('--help lists the options', async () => {
  const result = await runToEnd(['--help']);

  expect(result).toMatchObject({ output: expect.stringMatching(/--port.*--host.*--help/s), errors: '', exitCode: 0 });
});

test.each([
  [['--prot', '1'], "Unknown option '--prot'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['4010'], "Unexpected argument '4010'"],
  [['--port', 'abc'], '--port is not a port: "abc". Give a whole number from 0 to 65535.'],
  [['--port', '65536'], '--port is not a port: "65536". Give a whole number from 0 to 65535.'],
  [['--port=-1'], '--port is not a port: "-1". Give a whole number from 0 to 65535.'],
  [['--host', ''], '--host is empty.'],
])('%j is refused in one line', async (args, reason) => {
  const result = await runToEnd(args);

  expect(result).toMatchObject({ output: '', errors: expect.stringMatching(/^escrow-prism-mock: .+\n$/), exitCode: 1 });
  expect(result).toMatchObject({ errors: expect.stringContaining(reason) });
});

test('a bad environment variable PORT is named', async () => {
  const result = await runToEnd([], { PORT: '80a' });

  expect(result).toEqual({
    output: '',
    errors: 'escrow-prism-mock: PORT is not a port: "80a". Give a whole number from 0 to 65535.\n',
    exitCode: 1,
  });
});

test('a port that is taken is named, with what to do', async () => {
  started.mock = await startPrismMock({ port: 0 });
  const { port } = new URL(started.mock.url);

  const result = await runToEnd([], { PORT: port });

  expect(result).toEqual({
    output: '',
    errors: `escrow-prism-mock: Can't listen on 127.0.0.1:${port}. The port is taken. Choose another one with --port, or 0 for a free one.\n`,
    exitCode: 1,
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the command prints how to call it, answers, and %s ends it',
  async (signal) => {
    const child = start(['--port', '0'], { PORT: '1' });

    const greeting = await readGreeting(child);
    const url = /curl .* (http:\S+)/.exec(greeting)?.[1] ?? '';
    const token = /Bearer (\w+)/.exec(greeting)?.[1];
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');

    expect(response.status).toBe(200);
    expect(greeting).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);
    expect(exitCode).toBe(0);
  },
);
