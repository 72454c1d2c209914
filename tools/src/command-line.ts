import { expect, test, vi } from 'vitest';

/** How a command ended. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command with its arguments, and resolves with its exit code. */
type Run = (args: string[]) => Promise<number>;

/** The variables that commands of the kit read. */
const ownVariables = /^((ESCROW|SANDBOX|RELAY)_.*|PORT)$/;

/** Runs a command in this process, with these variables and no others of the kit. */
export async function runHere(
  run: Run,
  args: string[],
  variables: Record<string, string> = {},
): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) if (ownVariables.test(name)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const written = { stdout: '', stderr: '' };
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  try {
    const exitCode = await run(args);
    return { exitCode, ...written };
  } finally {
    for (const stream of streams) stream.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** What the tests of a command line need to know about it. */
export interface CommandLine {
  run: Run;
  name: string;
  /** The arguments before `--help` of each help, such as `[]` and `['verify']`. */
  helps: string[][];
  /** Misspelt arguments, each with what is suggested instead. */
  misspelt: [args: string[], suggestion: string][];
  /** Other wrong arguments, each with a part of the message. */
  refused: [args: string[], message: string][];
}

/** Adds the tests that every command of the kit passes: the form of the help, exit code 2, suggestions, and no secret in a mistake. */
export function testCommandLine({ run, name, helps, misspelt, refused }: CommandLine): void {
  test.each(helps.map((args) => ({ args })))('$args --help prints usage, options and exit codes', async ({ args }) => {
    const { exitCode, stdout, stderr } = await runHere(run, [...args, '--help']);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(`^Usage: ${[name, ...args].join(' ')} \\[options\\].*^  -h, --help +print .*^Exit codes: 0 `, 'ms'),
    );
  });

  test('--version prints the version', async () => {
    const expected = { exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' };
    expect(await runHere(run, ['--version'])).toEqual(expected);
  });

  const mistakes = [
    ...misspelt.map(([args, suggestion]) => ({ args, message: `(Did you mean ${suggestion}?)` })),
    ...refused.map(([args, message]) => ({ args, message })),
    { args: [...(helps.at(-1) ?? []), '--sekret=canary'], message: "unknown option '--sekret'" },
    ...helps.flat().map((command) => ({ args: ['unheard-of'], message: command })),
  ];

  test.each(mistakes)('$args is refused in one line with the exit code 2', async ({ args, message }) => {
    const { exitCode, stdout, stderr } = await runHere(run, args);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${name}: [^\\n]+\\n$`));
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('canary');
  });
}
