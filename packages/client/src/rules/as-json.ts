import { type ErrorDetails, fail } from '../errors/escrow-error.ts';

/** An input as JSON carries it, so that what is checked is what is sent, whatever its caller does to it meanwhile. */
export function asJson(input: unknown, details?: ErrorDetails): unknown {
  try {
    return JSON.parse(JSON.stringify(input));
  } catch (cause) {
    fail('configuration', 'failed, see the cause.', { ...details, cause });
  }
}
