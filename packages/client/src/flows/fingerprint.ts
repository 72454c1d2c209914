import { isRecord } from '../rules/is-record.ts';

/** A SHA-256 over the input with its keys in order, so that the same input has the same fingerprint. */
export async function fingerprint(input: unknown): Promise<string> {
  const sortKeys = (_name: string, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((name) => [name, value[name]]),
        )
      : value;
  const bytes = new TextEncoder().encode(JSON.stringify(input, sortKeys));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}
