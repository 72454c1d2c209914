/** A body has more decoded bytes than the limit. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
  readonly limitInBytes: number;

  constructor(limitInBytes: number) {
    super(`The body has more than ${limitInBytes} bytes, and was not read further.`);
    this.limitInBytes = limitInBytes;
  }
}

/** The part of a `Response` that is read. The caller's `fetch` may return one that has `text` but no stream. */
export interface TextSource {
  readonly body?: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

/** Limits for reading a body. */
export interface ReadLimits {
  /** The largest decoded size. A small compressed body may be large once decoded. */
  limitInBytes: number;
  /** Ends the reading, which rejects with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads the text of a body piece by piece, up to a limit. If it stops early, it cancels the rest, which closes the connection.
 * @throws BodyTooLargeError if the body is longer; the reason of the signal; or the error of the stream.
 */
export async function readText(source: TextSource, { limitInBytes, signal }: ReadLimits): Promise<string> {
  if (typeof source.body?.getReader !== 'function') return textWithin(await source.text(), limitInBytes);
  const reader = source.body.getReader();
  const cancel = () => {
    // Rejects if the stream has already failed.
    reader.cancel().catch(() => {});
  };
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const text = await readPieces(reader, limitInBytes);
    // A cancelled stream looks complete.
    signal?.throwIfAborted();
    return text;
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function readPieces(reader: ReadableStreamDefaultReader<Uint8Array>, limitInBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > limitInBytes) throw new BodyTooLargeError(limitInBytes);
    // Decode at once, because the stream may reuse the memory of a piece.
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns a text that was read at once, if it is within the limit. */
function textWithin(text: string, limitInBytes: number): string {
  // Each character has at least one byte, so most long texts need no encoding.
  if (text.length > limitInBytes || new TextEncoder().encode(text).length > limitInBytes) {
    throw new BodyTooLargeError(limitInBytes);
  }
  return text;
}
