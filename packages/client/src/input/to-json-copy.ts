import { type ErrorDetails, EscrowError } from '../errors/escrow-error.ts';
import { isObject } from '../rules/guards.ts';
import { deepestJson, isTooDeep } from './json-depth.ts';

/**
 * JSON leaves out inherited keys: it would send nothing of `{ __proto__: parties }`, which sets the prototype.
 * @throws Unsendable if a value has such keys, at any depth.
 */
function refuseInheritedKeys(name: string, value: unknown): void {
  const content = hasToJson(value) ? value.toJSON(name) : value;
  if (!isObject(content)) return;
  for (const key in content) {
    if (!Object.hasOwn(content, key)) {
      throw new Unsendable(
        `${name || 'the input'} has keys of its prototype, which JSON leaves out. Make them its own.`,
      );
    }
    refuseInheritedKeys(key, content[key]);
  }
}

/** Whether a value defines its own JSON, as a Date does. */
const hasToJson = (value: unknown): value is { toJSON(name: string): unknown } =>
  isObject(value) && typeof value['toJSON'] === 'function';

/** The reason not to send an input that JSON could represent. */
class Unsendable extends Error {}

/**
 * Makes a JSON copy of an input, so that exactly what was checked is sent, even if the caller changes the input meanwhile.
 * @param name The name of the input in errors; empty for the whole input.
 * @throws EscrowError `configuration` if JSON cannot represent the input, or would leave out a part of it.
 */
export function toJsonCopy(name: string, input: unknown, details: ErrorDetails): unknown {
  if (input === undefined) return undefined;
  try {
    const text = JSON.stringify(input);
    const copy: unknown = text === undefined ? undefined : JSON.parse(text);
    if (isTooDeep(copy)) throw new Unsendable(`${name || 'the input'} is nested deeper than ${deepestJson} levels.`);
    refuseInheritedKeys(name, input);
    return copy;
  } catch (cause) {
    const why = cause instanceof Unsendable ? cause.message : 'JSON cannot represent the input, see the cause.';
    throw new EscrowError('configuration', `was not sent: ${why}`, { ...details, cause });
  }
}
