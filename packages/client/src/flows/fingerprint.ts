import { isRecord } from '../rules/guards.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Takes about 2 ms for one fingerprint, and days for all phone numbers of a country on one core. Our choice: not shown. */
const iterations = 5_000;
const lengthInBits = 256;

/**
 * A fingerprint of a JSON value, in hex, which does not depend on the order of its keys. The value may be as easy to guess as a phone
 * number. So the salt prevents comparing journals, and the iterations slow down guessing.
 */
export async function fingerprint(input: unknown, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encode(textInKeyOrder(input)), 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(salt), iterations };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, lengthInBits));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A JSON value as text with sorted keys, so that equal content gives equal text. */
export const textInKeyOrder = (value: unknown): string => JSON.stringify(inKeyOrder(value)) ?? '';

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inKeyOrder(value[name])]));
}
