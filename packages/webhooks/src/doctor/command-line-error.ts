/** A mistake on the command line. The message says what is wrong and what to do, and repeats no value that may be secret. */
export class CommandLineError extends Error {
  override name = 'CommandLineError';
  readonly code = 'command_line';
}
