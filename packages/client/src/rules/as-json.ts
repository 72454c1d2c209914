import { type ErrorDetails, EscrowError, fail } from '../errors/escrow-error.ts';

/** JSON leaves out what a prototype carries: of `{ __proto__: parties }`, which sets one, nothing would be sent. */
function refuseInherited(name: string, value: unknown): unknown {
  if (typeof value !== 'object') return value;
  for (const key in value) {
    if (Object.hasOwn(value as object, key)) continue;
    fail('configuration', `${name || 'the input'} has keys of its prototype, which are not sent: make them its own.`);
  }
  return value;
}

/** An input as JSON carries it, so that what is checked is what is sent, whatever its caller does to it meanwhile. */
export function asJson(input: unknown, details?: ErrorDetails): unknown {
  try {
    return JSON.parse(JSON.stringify(input, refuseInherited));
  } catch (cause) {
    const message = cause instanceof EscrowError ? cause.message : 'failed, see the cause.';
    fail('configuration', message, { ...details, cause });
  }
}
