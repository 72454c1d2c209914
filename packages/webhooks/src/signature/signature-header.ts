import { type Refusal, type RefusalReason, refuse } from '../errors/webhook-error.ts';
import { hashable } from '../event/raw-body.ts';

/** The value of the header as servers hand it over: absent, one text, or one for each line of the request. */
export type SignatureHeader = string | readonly string[] | null | undefined;

export const signaturePrefix = 'sha256=';
export const signatureLengthInBytes = 32;
const headerLength = signaturePrefix.length + signatureLengthInBytes * 2;

/** The body as input of a hash. Writes the 32 bytes of its signature into `signature`. */
export function readSigned(
  rawBody: unknown,
  header: SignatureHeader,
  signature: Uint8Array,
): { ok: true; content: string | Uint8Array<ArrayBuffer> } | Refusal {
  const content = hashable(rawBody);
  if (content === undefined) return refuse('body_not_raw');
  const fault = decodeSignature(header, signature);
  return fault ? refuse(fault) : { ok: true, content };
}

/** The value of a hex digit of either case, by its character code. Others give NaN or undefined, which compute to NaN. */
const digitValues = Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`));

/** Decodes by itself for speed, because it runs on every request; `Buffer` would also accept characters that are not digits. */
function decodeSignature(header: SignatureHeader, bytes: Uint8Array): RefusalReason | undefined {
  const value = header?.length === 1 ? header[0] : header;
  if (typeof value !== 'string' || value.length !== headerLength || !value.startsWith(signaturePrefix)) {
    return reasonOf(value);
  }
  for (let index = 0; index < signatureLengthInBytes; index++) {
    const position = signaturePrefix.length + index * 2;
    const high = digitValues[value.charCodeAt(position)] as number;
    const low = digitValues[value.charCodeAt(position + 1)] as number;
    const byte = high * 16 + low;
    if (!(byte >= 0)) return reasonOf(value);
    bytes[index] = byte;
  }
  return undefined;
}

function reasonOf(value: SignatureHeader): RefusalReason {
  if (!value?.length) return 'signature_missing';
  // Servers join the lines of a repeated header with a comma.
  return typeof value !== 'string' || value.includes(',') ? 'signature_repeated' : 'signature_malformed';
}
