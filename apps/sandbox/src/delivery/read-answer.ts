/** The answer of a receiver. */
export interface WebhookAnswer {
  status: number;
  headers: Record<string, string>;
  /** At most the first 64 KiB. */
  body: string;
}

const bodyLimitInBytes = 64 * 1024;

/** Reads an answer, cutting its body. Throws if the connection breaks or the time is up before that. */
export async function readAnswer(response: Response): Promise<WebhookAnswer> {
  const { status, headers, body } = response;
  return { status, headers: Object.fromEntries(headers), body: body ? await readText(body) : '' };
}

async function readText(stream: NonNullable<Response['body']>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bodyLimitInBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bodyLimitInBytes));
  // To SQLite's functions, text ends at a NUL.
  return text.replaceAll('\0', '\uFFFD');
}
