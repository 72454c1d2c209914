import type { Schema } from '@escrow-kit/spec';
import type { KeptValue } from '../kept-exchange.ts';
import { isPlainName, type Place } from './body-walk.ts';
import type { LeakCheck } from './leak-check.ts';
import { isUrl, looksLikeNumberOfPerson, looksLikeToken, looksPersonal, shapeOf, typeOf } from './shape.ts';

/** How values of one exchange are kept. */
export interface Keeping {
  leaks: LeakCheck;
  keepsUnknownValues: boolean;
}

/** Longer texts are kept as their shape. */
const longestText = 64;

/** Names of fields that people write. */
const freeTexts = /title|description|message|reason|note|comment|text|label|name$/i;

/**
 * The value, if the document knows it as neither secret nor personal, and it is no free text; otherwise its shape. A field that only an
 * overlay documents is known if the overlay lists its values.
 */
export function keepValue(
  value: unknown,
  { name, place }: { name: string; place: Place },
  keeping: Keeping,
): KeptValue {
  const isKnown = place.isOfBase || place.schemas.some(isEnumeration) || keeping.keepsUnknownValues;
  const isGuarded = place.isSensitive || (!place.isOfBase && looksLikeNumberOfPerson(value));
  if (!isKnown || isGuarded) return shapeOf(value);
  if (value === null || typeof value === 'boolean') return { type: typeOf(value), value };
  if (typeof value === 'number') return keeping.leaks(String(value)) ? shapeOf(value) : { type: 'number', value };
  if (typeof value !== 'string') return shapeOf(value);
  const isSafe = isCode(value, { name, place }) && !looksPersonal(value) && !isUrl(value) && !keeping.leaks(value);
  return isSafe ? { type: 'string', value } : shapeOf(value);
}

/** Whether a text is one of machines: of a known set, a name that could be added to it, or an id. */
function isCode(text: string, { name, place }: { name: string; place: Place }): boolean {
  if (text.length > longestText || /[^\x21-\x7e]/.test(text)) return false;
  if (!place.isOfBase && [text, ...text.split(/[^\w@.+-]+/)].some(looksTelling)) return false;
  if (place.schemas.some(isEnumeration)) return isListed(text, place) || isPlainName(text);
  return place.schemas.some(hasPattern) || !freeTexts.test(name);
}

const looksTelling = (text: string): boolean =>
  looksLikeToken(text) || looksPersonal(text) || looksLikeNumberOfPerson(text);

const isEnumeration = (schema: Schema): boolean => schema.enum !== undefined || schema['x-known-values'] !== undefined;

const isListed = (text: string, { schemas }: Place): boolean =>
  schemas.some((schema) => schema.enum?.includes(text) || schema['x-known-values']?.includes(text));

const hasPattern = ({ pattern }: Schema): boolean => pattern !== undefined;
