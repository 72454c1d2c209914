import { CommandLineError } from '@escrow-kit/shared/command-line';

/** What the command refuses though its arguments are right: the message says why and what to do. */
export class RefusedError extends CommandLineError {
  constructor(message: string) {
    super(message, { exitCode: 1 });
  }
}
