import { EscrowError } from '../index.ts';

const longestNameInCharacters = 40;

/**
 * A name that stands in SQL as it is.
 * @throws EscrowError `configuration` for any other.
 */
export function checkName(option: 'schema' | 'table', name: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && name.length <= longestNameInCharacters) return name;
  throw new EscrowError(
    'configuration',
    `${option}: set it to lower-case letters, digits and underscores, at most ${longestNameInCharacters}.`,
  );
}
