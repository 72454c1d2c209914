import type { Result } from '../../src/judge/verification.ts';
import type { HostOptions } from '../provider/start-host.ts';

/** A change of what a sandbox gets or answers, and what a verification has to say about it. */
export interface Alteration extends HostOptions {
  /** Undefined if the command does not start. */
  result: Result | undefined;
  /** The rules at whose fault something is wrong, with the outcomes. Default: none. */
  findings?: Record<string, string>;
  /** A part of what is printed. */
  prints: string;
}
