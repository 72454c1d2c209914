import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';

/** JSON leaves out what a prototype carries: of `{ __proto__: parties }`, which sets one, nothing would be sent. */
function refuseInherited(name: string, value: unknown): unknown {
  if (typeof value !== 'object') return value;
  for (const key in value) {
    if (Object.hasOwn(value as object, key)) continue;
    throw new InheritedKeys(name);
  }
  return value;
}

class InheritedKeys extends Error {
  constructor(name: string) {
    super(`${name || 'the input'} has keys of its prototype, which JSON leaves out. Make them its own.`);
  }
}

/**
 * An input as JSON carries it, so that what is checked is what is sent, whatever its caller does to it meanwhile.
 * @throws EscrowError `configuration` for what JSON cannot carry, or would leave out.
 */
export function asJson(input: unknown, details: ErrorDetails): unknown {
  try {
    const text = JSON.stringify(input, refuseInherited);
    return text === undefined ? undefined : JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof InheritedKeys ? cause.message : 'JSON cannot carry the input, see the cause.';
    throw new EscrowError('configuration', `was not sent: ${why}`, { ...details, cause });
  }
}
