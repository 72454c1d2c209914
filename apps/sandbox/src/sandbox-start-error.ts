/** The sandbox could not start. The message is one line that says what is wrong and what to do, without a password. */
export class SandboxStartError extends Error {
  readonly code = 'sandbox_start';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SandboxStartError';
  }
}
