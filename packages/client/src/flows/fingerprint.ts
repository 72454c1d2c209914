/** A SHA-256 over the input with its keys in order, so that the same input has the same fingerprint. */
export async function fingerprint(input: unknown): Promise<string> {
  const names: string[] = [];
  JSON.stringify(input, (name, value) => {
    names.push(name);
    return value;
  });
  // A list of names also says in which order they are written.
  const bytes = new TextEncoder().encode(JSON.stringify(input, names.sort()));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}
