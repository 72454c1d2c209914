import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';
import { deepestJson, isTooDeep } from './json-depth.ts';

/**
 * JSON leaves out what a prototype carries: of `{ __proto__: parties }`, which sets one, nothing would be sent.
 * @throws Unsendable for a value with such keys, at any depth.
 */
function refuseInherited(name: string, value: unknown): void {
  const carried = hasToJson(value) ? value.toJSON(name) : value;
  if (!isObject(carried)) return;
  for (const key in carried) {
    if (!Object.hasOwn(carried, key)) {
      throw new Unsendable(
        `${name || 'the input'} has keys of its prototype, which JSON leaves out. Make them its own.`,
      );
    }
    refuseInherited(key, carried[key]);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether a value says itself what JSON carries of it, as a Date does. */
const hasToJson = (value: unknown): value is { toJSON(name: string): unknown } =>
  isObject(value) && typeof value['toJSON'] === 'function';

/** Why an input is not sent, although JSON could carry it. */
class Unsendable extends Error {}

/**
 * An input as JSON carries it, so that what is checked is what is sent, whatever its caller does to it meanwhile.
 * @param name What an error calls it; empty for the whole input.
 * @throws EscrowError `configuration` for what JSON cannot carry, or would leave out.
 */
export function asJson(name: string, input: unknown, details: ErrorDetails): unknown {
  if (input === undefined) return undefined;
  try {
    const text = JSON.stringify(input);
    const carried: unknown = text === undefined ? undefined : JSON.parse(text);
    if (isTooDeep(carried)) throw new Unsendable(`${name || 'the input'} is nested deeper than ${deepestJson} levels.`);
    refuseInherited(name, input);
    return carried;
  } catch (cause) {
    const why = cause instanceof Unsendable ? cause.message : 'JSON cannot carry the input, see the cause.';
    throw new EscrowError('configuration', `was not sent: ${why}`, { ...details, cause });
  }
}
