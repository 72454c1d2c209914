import { configurationError } from '../errors/webhook-error.ts';
import { serviceSignature } from '../generated/contract-event.ts';

/** How requests are signed: a header with the HMAC-SHA256 of the raw body, keyed with the webhook secret. */
export interface SignatureForm {
  /** The name of the header, in any case. */
  header: string;
  /** The text before the signature; may be empty. */
  prefix: string;
  /** How its 32 bytes are written. Hex is accepted in either case. */
  encoding: 'hex' | 'base64';
}

/** The form of an option; the service's by default (HOOK-2). Throws if it cannot work. */
export function readForm(signature: SignatureForm | undefined): SignatureForm {
  if (signature === undefined) return serviceSignature;
  const { header = '', prefix, encoding = '' } = (signature ?? {}) as Partial<SignatureForm>;
  const isName = /^[\w.-]+$/.test(header);
  // HTTP takes white space at the ends of a value away.
  const isPrefix = typeof prefix === 'string' && prefix === prefix.trimStart();
  if (isName && isPrefix && Object.hasOwn(lengthOf, encoding)) return signature;
  throw configurationError('signature: give it a header, a prefix, and the encoding hex or base64.');
}

/** The value of the header as servers hand it over: absent, one text, or one for each line of the request. */
export type SignatureHeader = string | readonly string[] | null | undefined;

export const signatureLengthInBytes = 32;

const lengthOf = { hex: 64, base64: 44 };

/** Writes the bytes of the signature of a request into `bytes`. Returns why it has none in this form. */
export function readSignature(
  header: SignatureHeader,
  form: SignatureForm,
  bytes: Uint8Array,
): 'signature_missing' | 'signature_repeated' | 'signature_malformed' | undefined {
  const value = header?.length === 1 ? header[0] : header;
  if (!value?.length) return 'signature_missing';
  if (typeof value !== 'string') return 'signature_repeated';
  if (decode(value, form, bytes)) return undefined;
  // Servers join the lines of a repeated header with a comma.
  return value.includes(',', form.prefix.length) ? 'signature_repeated' : 'signature_malformed';
}

function decode(value: string, { prefix, encoding }: SignatureForm, bytes: Uint8Array): boolean {
  if (value.length !== prefix.length + lengthOf[encoding] || !value.startsWith(prefix)) return false;
  return encoding === 'hex' ? decodeHex(value, prefix.length, bytes) : decodeBase64(value.slice(prefix.length), bytes);
}

/** The value of a hex digit of either case, by its character code. Others give NaN or undefined, which compute to NaN. */
const digitValues = Array.from({ length: 128 }, (_, code) => Number(`0x${String.fromCharCode(code)}`));

/** Decodes by itself for speed, because it runs on every request; `Buffer` would also accept characters that are not digits. */
function decodeHex(value: string, start: number, bytes: Uint8Array): boolean {
  for (let index = 0; index < signatureLengthInBytes; index++) {
    const position = start + index * 2;
    const high = digitValues[value.charCodeAt(position)] as number;
    const low = digitValues[value.charCodeAt(position + 1)] as number;
    const byte = high * 16 + low;
    if (!(byte >= 0)) return false;
    bytes[index] = byte;
  }
  return true;
}

function decodeBase64(text: string, bytes: Uint8Array): boolean {
  const binary = /^[A-Za-z\d+/]{43}=$/.test(text) ? atob(text) : '';
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  // Of several texts for the same bytes, which `atob` accepts, only one is written for them.
  return btoa(binary) === text;
}
