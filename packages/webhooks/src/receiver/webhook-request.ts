/** A body that arrives piece by piece: the reader of a `ReadableStream`, or anything that reads like it. */
export interface BodyReader {
  read(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  /** Says that the rest is not wanted. */
  cancel(): unknown;
}

/** Stands for a body that somebody else has read. */
export const lostBody: object = Object.freeze({});

/** A request as it comes from any server. */
export interface WebhookRequest {
  method: string;
  /** By name in any case. A repeated header is a list, or one text with commas. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The raw body: bytes, text, a {@link BodyReader}, or nothing where it is empty. Anything else is taken for what a parser
   * made of it, and refused: what was signed is gone.
   */
  body: unknown;
}

/** What to answer. The body is a plain text for whoever looks at the delivery, without anything of the request. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const isHeaders = (headers: WebhookRequest['headers']): headers is Headers => typeof headers.get === 'function';

/** All values of a header, a line each where the server keeps them apart. */
export function headerValues({ headers }: WebhookRequest, name: string): string[] {
  const entries = isHeaders(headers) ? [[name, headers.get(name) ?? []] as const] : Object.entries(headers);
  return entries.flatMap(([key, value = []]) => (key.toLowerCase() === name.toLowerCase() ? value : []));
}
