import { WebhookRequestError } from '../errors.ts';
import type { RawBody } from '../event.ts';
import { ignoreErrors } from '../observer.ts';

/** A body that arrives in pieces: the reader of a `ReadableStream`, or anything with its methods. */
export interface BodyReader {
  read(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  /** Called once the request is answered, if the rest is too long to be dropped: the connection may be closed. */
  cancel(): unknown;
}

/** Stands for a body that other code has already read. */
export const lostBody: object = Object.freeze({});

/** A request from any server. */
export interface WebhookRequest {
  method: string;
  /** By name in any case. A repeated header is a list, or one text with commas. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The raw body: bytes, text, a {@link BodyReader}, or nothing if it is empty. Anything else counts as the output of a parser
   * and is refused, because the signed bytes are lost; so does an empty body if the headers announce another.
   */
  body: unknown;
  /** The IP address of the connection, if the server knows it. Only a deployment with `allowedAddresses` needs it. */
  remoteAddress?: string | undefined;
}

/** The answer. Its body is plain text for people who look at the delivery, and contains nothing of the request. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** All values of a header, one for each line if the server keeps them apart. */
export function headerValues({ headers }: WebhookRequest, name: string): string[] {
  const entries = isHeaders(headers) ? [[name, headers.get(name) ?? []] as const] : Object.entries(headers);
  return entries.flatMap(([key, value = []]) => (key.toLowerCase() === name.toLowerCase() ? value : []));
}

const isHeaders = (headers: WebhookRequest['headers']): headers is Headers => typeof headers.get === 'function';

/**
 * The content types that a JSON body may have. The service's is not shown, so a missing one, plain text and bytes are accepted
 * as well: the signature decides.
 */
const acceptedType = /^(|text\/plain|application\/octet-stream|[\w.+/-]*[/+]json)$/i;

/** Throws a WebhookRequestError if a request cannot be a webhook, before its body is read. */
export function checkRequest(request: WebhookRequest, bodyLimitInBytes: number): void {
  if (request.method.toUpperCase() !== 'POST') throw new WebhookRequestError('wrong_method');
  const [contentType = ''] = headerValues(request, 'content-type');
  const [mediaType = ''] = contentType.split(';');
  if (!acceptedType.test(mediaType.trim())) throw new WebhookRequestError('wrong_content_type');
  const [length] = headerValues(request, 'content-length');
  if (Number(length) > bodyLimitInBytes) throw new WebhookRequestError('body_too_large');
}

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  bodyLimitInBytes: number;
  bodyTimeoutInMs: number;
}

/**
 * Reads the whole body. Anything but a raw body is returned as it is: it fails the verification.
 * @throws WebhookRequestError if it is too large, too slow or breaks off.
 */
export async function readBody(request: WebhookRequest, limits: BodyLimits): Promise<RawBody> {
  const body = request.body ?? (announcesBody(request) ? lostBody : '');
  if (isReader(body)) {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of readPieces(body, limits)) pieces.push(piece);
    const [first] = pieces;
    // Most bodies come in one piece.
    return first && pieces.length === 1 ? first : new Blob(pieces).arrayBuffer();
  }
  const whole = body as RawBody;
  const sizeInBytes = typeof whole === 'string' ? new TextEncoder().encode(whole).length : whole.byteLength;
  if (sizeInBytes > limits.bodyLimitInBytes) throw new WebhookRequestError('body_too_large');
  return sizeInBytes === 0 && announcesBytes(request) ? (lostBody as RawBody) : whole;
}

const announcesBytes = (request: WebhookRequest): boolean => Number(headerValues(request, 'content-length')[0]) > 0;

/** Whether the headers say that a body follows, which may be empty if it comes in chunks. */
const announcesBody = (request: WebhookRequest): boolean =>
  announcesBytes(request) || headerValues(request, 'transfer-encoding').length > 0;

/** How much of the rest of a refused body is dropped. Our choice: not shown. */
const dropLimitInBytes = 64 * 1024 * 1024;

/**
 * Reads and drops the rest of a refused body, for as long as a body may take, and gives up what is left then. A caller that
 * reads only after it has sent everything would never see the answer otherwise. It never rejects.
 */
export async function dropRest(body: unknown, { bodyTimeoutInMs }: BodyLimits): Promise<void> {
  if (!isReader(body)) return;
  const pieces = readPieces(body, { bodyLimitInBytes: dropLimitInBytes, bodyTimeoutInMs });
  try {
    let piece = await pieces.next();
    while (!piece.done) piece = await pieces.next();
  } catch {
    ignoreErrors(() => body.cancel());
  }
}

/** A stream of Node has another kind of `read`, but no `cancel`. */
function isReader(body: unknown): body is BodyReader {
  const { read, cancel } = (body ?? {}) as Partial<BodyReader>;
  return typeof read === 'function' && typeof cancel === 'function';
}

/** Reads a body piece by piece. Throws a WebhookRequestError once it exceeds a limit or breaks off. */
async function* readPieces(
  reader: BodyReader,
  { bodyLimitInBytes, bodyTimeoutInMs }: BodyLimits,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new WebhookRequestError('body_too_slow')), bodyTimeoutInMs);
  let sizeInBytes = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout.promise]);
      if (done || !value) return;
      sizeInBytes += value.byteLength;
      if (sizeInBytes > bodyLimitInBytes) throw new WebhookRequestError('body_too_large');
      yield value as Uint8Array<ArrayBuffer>;
    }
  } catch (error) {
    throw error instanceof WebhookRequestError ? error : new WebhookRequestError('body_incomplete', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
