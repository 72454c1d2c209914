import type { Context } from 'hono';
import type { Environment } from '../../../http/answer.ts';
import type { PagesContext } from '../../pages-context.ts';
import { type LanguageDetails, languages, preferredLanguage, toLanguage } from '../texts/language.ts';
import { type CookieScope, readPageCookie } from './cookies.ts';
import { basePath, cleanAddress } from './links.ts';

/** A request for a page, before the payment is known. */
export interface PageRequest {
  service: PagesContext;
  context: Context<Environment>;
  language: LanguageDetails;
  /** The page's own address without secrets, for its links. */
  address: string;
}

/** Reads what every page needs. */
export function readPageRequest(service: PagesContext, context: Context<Environment>): PageRequest {
  const { req } = context;
  const chosen = toLanguage(readPageCookie(context, languageCookie(service)));
  const language = languages[chosen ?? preferredLanguage(req.header('accept-language'))];
  return { service, context, language, address: cleanAddress(service.publicUrl, new URL(req.url)) };
}

/** The cookie that remembers the language for every checkout. */
export function languageCookie({ publicUrl }: PagesContext): CookieScope {
  return { name: 'checkout_language', path: `${basePath(publicUrl)}/checkout` };
}
