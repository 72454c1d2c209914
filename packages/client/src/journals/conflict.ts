import { EscrowError } from '../index.ts';

/** The error of a journal whose stored revision is not the one that the run began with. */
export const conflict = (key: string): EscrowError =>
  new EscrowError('journal', `another run works on ${JSON.stringify(key)}: wait until it has ended.`);
