/** A body has more bytes, decoded, than its reader takes. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
  readonly limitInBytes: number;

  constructor(limitInBytes: number) {
    super(`The body has more than ${limitInBytes} bytes, and was not read further.`);
    this.limitInBytes = limitInBytes;
  }
}

/** The part of a `Response` that is read. An implementation of `fetch` may have no stream, and its text all at once. */
export interface TextSource {
  readonly body?: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** How far a body is read. */
export interface ReadLimits {
  /** Of the body as it is decoded: a small compressed one may be large. */
  limitInBytes: number;
  /** Ends the reading; its reason is what the reading rejects with. */
  signal?: AbortSignal | undefined;
}

/**
 * The text of a body, read piece by piece up to a limit. What is left of it is cancelled, which ends its connection.
 * @throws BodyTooLargeError if it is longer, the reason of the signal, or what the stream fails with.
 */
export async function readText(source: TextSource, { limitInBytes, signal }: ReadLimits): Promise<string> {
  if (typeof source.body?.getReader !== 'function') return textWithin(await source.text(), limitInBytes);
  const reader = source.body.getReader();
  const cancel = () => {
    // A stream that has failed already cannot be cancelled.
    reader.cancel().catch(() => {});
  };
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const bytes = await readBytes(reader, limitInBytes);
    // A stream that is cancelled ends as one that is complete does.
    signal?.throwIfAborted();
    return new TextDecoder().decode(bytes);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function readBytes(reader: ReadableStreamDefaultReader<Uint8Array>, limitInBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    if (length + value.length > limitInBytes) throw new BodyTooLargeError(limitInBytes);
    const neededLength = length + value.length;
    if (neededLength > bytes.length) bytes = grown(bytes, { length, neededLength });
    // A copy, because a stream may use the memory of a chunk again.
    bytes.set(value, length);
    length = neededLength;
  }
}

/** A longer array with the same beginning. It doubles, so that a body in many small pieces is not copied for each of them. */
function grown(
  bytes: Uint8Array,
  { length, neededLength }: { length: number; neededLength: number },
): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(Math.max(neededLength, 2 * bytes.length));
  longer.set(bytes.subarray(0, length));
  return longer;
}

/** A text that was read all at once, if it is within the limit. */
function textWithin(text: string, limitInBytes: number): string {
  // A character has at least one byte, so most texts that are too long need no counting.
  if (text.length > limitInBytes || new TextEncoder().encode(text).length > limitInBytes) {
    throw new BodyTooLargeError(limitInBytes);
  }
  return text;
}
