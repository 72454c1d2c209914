import { EscrowError } from '../index.ts';

/** File systems accept no longer names. */
const longestNameInCharacters = 250;

const prefix = 'key-';

/**
 * The name of the folder of a key.
 * @throws EscrowError `journal` if the key cannot name a folder.
 */
export function nameOf(key: string): string {
  try {
    const name = `${prefix}${encodeURIComponent(key)}`;
    if (name.length <= longestNameInCharacters) return name;
  } catch {
    // A lone surrogate cannot be encoded.
  }
  throw new EscrowError(
    'journal',
    'The key of the flow cannot name a folder: use a shorter one of ordinary characters.',
  );
}

/** The key in the name of a folder; undefined if the folder is not ours. */
export function keyOf(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name.slice(prefix.length));
    return nameOf(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}
