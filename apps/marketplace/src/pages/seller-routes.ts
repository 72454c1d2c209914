import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { findOrders } from '../orders/order.ts';
import { findItemsOfSeller } from '../sellers/item.ts';
import { findSeller, onboardSeller, type Seller, sellerFields, sellerKey } from '../sellers/seller.ts';
import { findMessages } from '../shop/messages.ts';
import { parseRiyals } from '../shop/money.ts';
import { inWords, type Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';
import { ignoreConflict, insert } from '../storage/storage.ts';
import { createdId } from './created-id.ts';
import { alertAboutForm, type FormValues, readForm } from './forms.ts';
import { alert, type Html } from './layout.ts';
import { alertAbout, problemOfForm } from './problems.ts';
import { sellerPage, signUpPage } from './seller-views.ts';
import type { Visited } from './visitor.ts';

/** Signing up, the seller's page, and listing items. */
export function sellerRoutes(shop: Shop): Hono<Visited> {
  const routes = new Hono<Visited>();
  const { storage } = shop;

  const sellerOf = ({ var: { visitorId } }: Context<Visited>) => findSeller(storage, visitorId);

  /** @param form The seller's input for an item, shown again with the problem. */
  async function view(seller: Seller, form?: FormValues, problem?: Html): Promise<Html> {
    const [items, orders, messages] = await Promise.all([
      findItemsOfSeller(storage, seller.id),
      findOrders(storage, 'sellerId', seller.id),
      findMessages(storage, seller.id),
    ]);
    return sellerPage({ seller, items, orders, messages }, form, problem);
  }

  routes.get('/', async (context) => {
    const seller = await sellerOf(context);
    if (seller) return context.html(await view(seller));
    const begun = await storage.journal.load(sellerKey(context.var.visitorId));
    const problem = begun && alert('You have not signed up completely. Send the form again.');
    return context.html(signUpPage({}, problem));
  });

  routes.post('/', async (context) => {
    const { form, problems } = await readForm(context, sellerFields);
    if (problems.length > 0) return context.html(signUpPage(form, alertAboutForm(problems)), 400);
    const { visitorId } = context.var;
    try {
      await onboardSeller(shop, visitorId, form);
      return context.redirect('/seller', 303);
    } catch (error) {
      if (!isEscrowError(error)) throw error;
      shop.log(`${sellerKey(visitorId)}: ${inWords(error)}`);
      return context.html(signUpPage(form, alertAbout(error)), problemOfForm(error).status);
    }
  });

  routes.post('/items', async (context) => {
    const seller = await sellerOf(context);
    if (!seller) throw new ShopError('not_yours', 'Sign up to sell.');
    const names = ['formToken', 'title', 'description', 'deposit', 'rest'] as const;
    const { form, problems } = await readForm(context, names);
    if (problems.length > 0) return context.html(await view(seller, form, alertAboutForm(problems)), 400);
    const [deposit, rest] = [parseRiyals(form.deposit), parseRiyals(form.rest)];
    if (deposit === undefined || rest === undefined) {
      const problem = alert('Write deposit and rest as amounts such as 1500 or 99.50.');
      return context.html(await view(seller, form, problem), 400);
    }
    const { title, description } = form;
    const id = createdId(shop, form.formToken, ['item', seller.id, title, description, form.deposit, form.rest]);
    const item = { id, sellerId: seller.id, title, description, deposit, rest };
    await storage.write([insert('items', item)]).catch(ignoreConflict);
    return context.redirect('/seller', 303);
  });

  return routes;
}
