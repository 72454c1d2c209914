import type { Result } from '../../src/judge/verification.ts';
import type { HostOptions } from '../provider/start-host.ts';

/** A change of what a sandbox gets or answers, and what a verification has to say about it. */
export interface Alteration extends HostOptions {
  /** As the end of "a service that". */
  does: string;
  /** Undefined if the command does not start. */
  result: Result | undefined;
  exitCode: number;
  /** The rules at whose fault something is wrong, with the outcomes. */
  findings: Record<string, string>;
  /** What the report prints. */
  prints: readonly string[];
}
