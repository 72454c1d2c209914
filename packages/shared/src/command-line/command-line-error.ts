/** What the caller gave is wrong, or asked for an end. The message says what is wrong and what to do, and repeats no secret. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
  readonly code = 'command_line';
  /** The exit code. Default: 2. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 2, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
