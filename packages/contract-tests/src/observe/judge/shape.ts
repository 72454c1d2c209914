import type { JsonType, KeptShape } from '../kept-exchange.ts';

/** The type of a value of JSON. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

/** What may be kept of any value. */
export function shapeOf(value: unknown): KeptShape {
  const type = typeOf(value);
  if (typeof value === 'string') return { type, length: value.length, format: formatOf(value) };
  if (typeof value === 'number') {
    const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
    return { type, isInteger: Number.isInteger(value), decimals };
  }
  return typeof value === 'object' && value !== null ? { type, length: Object.keys(value).length } : { type };
}

const prefixes = String.raw`(?:v\d{1,2}|sha-?\d{1,3}|hmac(?:[-_]sha-?\d{1,3})?|sig|signature|digest)[=:]`;

/** Whether a text is what usually stands before a signature. */
export const isUsualPrefix = (text: string): boolean => new RegExp(`^${prefixes}$`, 'i').test(text);

/** The first form that a text has is its format, in which `$1` is the prefix of a signature. */
const forms: readonly [format: string, form: RegExp][] = [
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['http-date', /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/],
  ['e164', /^\+[1-9]\d{6,14}$/],
  ['iban', /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['jwt', /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/],
  ['url', /^[a-z][a-z\d+.-]*:\/\/\S+$/i],
  ['bearer', /^bearer\s/i],
  ['basic', /^basic\s/i],
  ['$1hex', new RegExp(String.raw`^(${prefixes})[\da-f]+$`, 'i')],
  ['$1base64', new RegExp(String.raw`^(${prefixes})[\w+/-]+=*$`, 'i')],
  ['digits', /^\d+$/],
  ['decimal', /^-?\d+\.\d+$/],
  ['boolean', /^(true|false)$/],
  ['hex', /^([\da-f]{2}){8,}$/i],
  ['word', /^[a-z][\w-]{0,31}$/i],
  ['media-type', /^(application|text|image|multipart|\*)\/[\w.+*-]+([;,].*)?$/i],
  ['base64', /^[\w+/-]{16,}={0,2}$/],
  ['text', /\s/],
];

/** More is not looked at. */
const longestForm = 4096;

/** The form of a text; undefined if it has none of those known. */
export function formatOf(text: string): string | undefined {
  if (text.length > longestForm) return undefined;
  for (const [format, form] of forms) {
    if (form.test(text)) return format.replace('$1', () => form.exec(text)?.[1] ?? '');
  }
  return undefined;
}

/** The forms that only secrets and personal data have. */
const sensitiveFormats: ReadonlyMap<string | undefined, 'secret' | 'personal'> = new Map([
  ['e164', 'personal'],
  ['iban', 'personal'],
  ['email', 'personal'],
  ['jwt', 'secret'],
  ['bearer', 'secret'],
  ['basic', 'secret'],
]);

/** What the form of a text says of it; undefined if nothing. */
export const sensitivityOfFormat = (format: string | undefined): 'secret' | 'personal' | undefined =>
  sensitiveFormats.get(format);

/** Whether a text has a form that only personal data and secrets have. */
export const looksPersonal = (text: string): boolean => sensitivityOfFormat(formatOf(text)) !== undefined;

/** Whether a number, or a text, may be that of a phone or of an identity: 9 to 15 digits. */
export const looksLikeNumberOfPerson = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^\d{9,15}$/.test(String(value));

/** Whether a text is an address, which may hold anything. */
export const isUrl = (text: string): boolean => formatOf(text) === 'url';

/** Whether a text may be a token: long, without blanks, with letters and digits. */
export const looksLikeToken = (text: string): boolean =>
  text.length >= 20 && !/\s/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && formatOf(text) !== 'date-time';
