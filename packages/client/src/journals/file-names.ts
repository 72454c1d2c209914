import { EscrowError } from '../index.ts';

/** File systems take no longer names. */
const longestNameInCharacters = 250;

const prefix = 'key-';

/**
 * The name of the folder of a key.
 * @throws EscrowError `journal` where the key cannot name one.
 */
export function nameOf(key: string): string {
  try {
    const name = `${prefix}${encodeURIComponent(key)}`;
    if (name.length <= longestNameInCharacters) return name;
  } catch {
    // A lone surrogate has no encoding.
  }
  throw new EscrowError(
    'journal',
    'The key of the flow cannot name a folder: use a shorter one of ordinary characters.',
  );
}

/** The key that a folder is named by; undefined for a folder that is none of ours. */
export function keyOf(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name.slice(prefix.length));
    return nameOf(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}
