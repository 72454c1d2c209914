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
    const text = await readPieces(reader, limitInBytes);
    // A stream that is cancelled ends as one that is complete does.
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
    // Decoded at once, because a stream may use the memory of a piece again.
    text += decoder.decode(value, { stream: true });
  }
}

/** A text that was read all at once, if it is within the limit. */
function textWithin(text: string, limitInBytes: number): string {
  // A character has at least one byte, so most texts that are too long need no counting.
  if (text.length > limitInBytes || new TextEncoder().encode(text).length > limitInBytes) {
    throw new BodyTooLargeError(limitInBytes);
  }
  return text;
}
