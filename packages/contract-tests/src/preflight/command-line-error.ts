/**
 * A mistake on the command line, or a requested end such as after --help. The message says what is wrong and what to do, and
 * repeats no value.
 */
export class CommandLineError extends Error {
  readonly code = 'command_line';
  /** The exit code. Default: 2. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 2, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.name = 'CommandLineError';
    this.exitCode = exitCode;
  }
}
