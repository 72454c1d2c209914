import type { Context } from 'hono';
import type { Environment } from '../../../http/answer.ts';
import type { PagesContext } from '../../pages-context.ts';
import { cleanAddress } from './links.ts';

/** A request for a page, before the payment is known. */
export interface PageRequest {
  service: PagesContext;
  context: Context<Environment>;
  /** The page's own address without secrets, for its links. */
  address: string;
}

/** Reads what every page needs. */
export function readPageRequest(service: PagesContext, context: Context<Environment>): PageRequest {
  return { service, context, address: cleanAddress(service.publicUrl, new URL(context.req.url)) };
}
