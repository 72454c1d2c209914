import { readFileSync, statSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';

/** Secrets, or the file that has them, one per line. The first one signs; all are accepted. */
export type Secrets = { list: readonly string[] } | { file: string };

/** The secrets of a text, one per line. White space around a secret is left out. */
export const secretsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * The secrets in a file, one per line.
 * @throws CommandLineError if there is none.
 */
export function readSecretFile(file: string): string[] {
  const secrets = secretsIn(readText(file));
  if (secrets.length > 0) return secrets;
  throw new CommandLineError(`--secret-file: ${file} is empty. Write one secret per line.`);
}

function readText(file: string): string {
  try {
    // A pipe or a terminal would block the whole process until something is written into it.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`--secret-file: ${file} cannot be read (${code}).`, { cause: error });
  }
  throw new CommandLineError(`--secret-file: ${file} is not a regular file. Name a file with one secret per line.`);
}

/**
 * Returns what returns the present secrets. It reads a file at most once a second. If the file cannot be used any more, the former secrets
 * stay, and `onError` is called.
 * @throws CommandLineError if there is no secret in the file at first.
 */
export function followSecrets(secrets: Secrets, onError: (error: Error) => void): () => readonly string[] {
  if ('list' in secrets) return () => secrets.list;
  let present = readSecretFile(secrets.file);
  return onceASecond(() => {
    try {
      present = readSecretFile(secrets.file);
    } catch (error) {
      onError(error as Error);
    }
    return present;
  });
}

/** Calls a function at most once a second. In between, it returns the last result. */
export function onceASecond<Result>(call: () => Result): () => Result {
  let last: { at: number; result: Result } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= 1_000) last = { at: now, result: call() };
    return last.result;
  };
}
