import { readFileSync, statSync } from 'node:fs';
import { RelayError } from '../errors/relay-error.ts';
import { parseSecrets, type SecretOptions } from '../options/relay-options.ts';

/** Secrets that may change while the relay runs. */
export interface SecretSource {
  /** The first one signs; all are accepted. The same array as long as nothing changed. */
  current(): readonly string[];
}

/** How often a file is looked at, at most. */
const checkIntervalInMs = 1_000;

/**
 * Reads secrets, from a file whenever it has changed. If a changed file can't be used, the former secrets stay and `onError` is
 * called, once for each change.
 * @throws RelayError if there is no usable secret at first.
 */
export function openSecrets(options: SecretOptions, onError: (error: RelayError) => void): SecretSource {
  if ('secrets' in options) return { current: () => options.secrets };
  const { file } = options;
  let version = versionOf(file);
  let secrets = readSecrets(file);
  let checkedAt = performance.now();
  return {
    current() {
      if (performance.now() - checkedAt < checkIntervalInMs) return secrets;
      checkedAt = performance.now();
      const present = versionOf(file);
      if (present === version) return secrets;
      version = present;
      try {
        secrets = readSecrets(file);
      } catch (error) {
        onError(error as RelayError);
      }
      return secrets;
    },
  };
}

/** Changes with the content of the file. Undefined if there is no file, or it can't be seen: reading it says why. */
function versionOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

function readSecrets(file: string): readonly string[] {
  const secrets = parseSecrets(readText(file));
  if (secrets.length === 0)
    throw new RelayError(`The secret file ${file} is empty. Write the webhook secret into it, one a line.`);
  return secrets;
}

function readText(file: string): string {
  try {
    // A pipe, or a terminal, would hold up the whole relay until somebody writes into it.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RelayError(`The secret file ${file} can't be read (${code}).`, { cause: error });
  }
  throw new RelayError(`The secret file ${file} is no regular file. Write the webhook secret into a file, one a line.`);
}
