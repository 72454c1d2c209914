import { WebhookRequestError } from '../errors.ts';
import type { RawBody } from '../verify/raw-body.ts';
import type { BodyReader } from './webhook-request.ts';

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  bodyLimitInBytes: number;
  bodyTimeoutInMs: number;
}

/**
 * The whole body. Anything but a raw body is passed on as it is: its signature will not verify.
 * @throws WebhookRequestError if it is too large, too slow or breaks off.
 */
export async function readBody(body: unknown, limits: BodyLimits): Promise<RawBody> {
  if (isReader(body)) return readToEnd(body, limits);
  const whole = (body ?? '') as RawBody;
  const sizeInBytes = typeof whole === 'string' ? new TextEncoder().encode(whole).length : whole.byteLength;
  if (sizeInBytes > limits.bodyLimitInBytes) throw new WebhookRequestError('body_too_large');
  return whole;
}

/** A stream of Node has another kind of `read`, but no `cancel`. */
function isReader(body: unknown): body is BodyReader {
  const { read, cancel } = (body ?? {}) as Partial<BodyReader>;
  return typeof read === 'function' && typeof cancel === 'function';
}

async function readToEnd(reader: BodyReader, { bodyLimitInBytes, bodyTimeoutInMs }: BodyLimits): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WebhookRequestError('body_too_slow')), bodyTimeoutInMs);
  });
  try {
    return await Promise.race([readChunks(reader, bodyLimitInBytes), timeout]);
  } catch (error) {
    void cancel(reader);
    throw error instanceof WebhookRequestError ? error : new WebhookRequestError('body_incomplete', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function cancel(reader: BodyReader): Promise<void> {
  try {
    await reader.cancel();
  } catch {
    // It has ended already.
  }
}

async function readChunks(reader: BodyReader, limitInBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !value) return joined(chunks, size);
    size += value.byteLength;
    if (size > limitInBytes) throw new WebhookRequestError('body_too_large');
    chunks.push(value);
  }
}

function joined([first, ...rest]: Uint8Array[], size: number): Uint8Array {
  if (first && rest.length === 0) return first;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of first ? [first, ...rest] : []) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
