import { parseAccept } from 'hono/utils/accept';
import { arabic } from './arabic.ts';
import { english, type Texts } from './english.ts';

/** The languages of the checkout. */
export type Language = 'en' | 'ar';

/** A language with its direction, the locale of its numbers and dates, and its texts. */
export interface LanguageDetails {
  code: Language;
  direction: 'ltr' | 'rtl';
  locale: string;
  texts: Texts;
}

/**
 * Dates are Gregorian in both, as in the service's timestamps; ar-SA would default to another calendar. Digits are the same
 * everywhere, because people type those of phone numbers, codes and IBANs.
 */
export const languages: Record<Language, LanguageDetails> = {
  en: { code: 'en', direction: 'ltr', locale: 'en-u-ca-gregory', texts: english },
  ar: { code: 'ar', direction: 'rtl', locale: 'ar-SA-u-ca-gregory-nu-latn', texts: arabic },
};

/** Reads the name of a language. */
export function toLanguage(text: string | undefined): Language | undefined {
  return text === 'en' || text === 'ar' ? text : undefined;
}

/** Chooses the language by the browser's header accept-language. Default: English. */
export function preferredLanguage(acceptLanguage = ''): Language {
  const wishes = parseAccept(acceptLanguage).filter(({ q }) => q > 0);
  const languages = wishes.map(({ type }) => toLanguage(type.toLowerCase().split('-')[0]));
  return languages.find((language) => language !== undefined) ?? 'en';
}
