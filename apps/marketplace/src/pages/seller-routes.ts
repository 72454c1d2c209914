import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { parseRiyals } from '../money.ts';
import { findOrdersOfSeller } from '../orders/order.ts';
import { findItemsOfSeller, insertItem } from '../sellers/item.ts';
import { findMessages } from '../sellers/message.ts';
import { isInDoubt, onboardSeller, sellerKey } from '../sellers/onboard-seller.ts';
import { correctSeller, findSeller, insertSeller, type Seller } from '../sellers/seller.ts';
import { inWords, type Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';
import { alert, type Html } from './layout.ts';
import { correctionsOf, problemOf } from './problems.ts';
import { readForm } from './read-form.ts';
import { sellerPage, signUpPage } from './seller-views.ts';
import type { Visited } from './visitor.ts';

/** From signing up to the money. */
export function sellerRoutes(shop: Shop): Hono<Visited> {
  const routes = new Hono<Visited>();
  const { storage } = shop;

  const sellerOf = ({ var: { visitorId } }: Context<Visited>) => findSeller(storage, visitorId);

  async function view(seller: Seller, problem?: Html): Promise<Html> {
    const [items, orders, messages] = await Promise.all([
      findItemsOfSeller(storage, seller.id),
      findOrdersOfSeller(storage, seller.id),
      findMessages(storage, seller.id),
    ]);
    return sellerPage({ seller, items, orders, messages }, problem);
  }

  routes.get('/', async (context) => {
    const seller = await sellerOf(context);
    if (seller?.state === 'READY') return context.html(await view(seller));
    if (!seller) return context.html(signUpPage());
    // What is secret is written again, not shown again.
    const { iban, nationalId, ...shown } = seller;
    return context.html(signUpPage(shown, alert('You have not signed up completely. Send the form again.')));
  });

  routes.post('/', async (context) => {
    const form = await readForm(context, ['firstName', 'lastName', 'phone', 'iban', 'nationalId', 'street', 'city']);
    const id = context.var.visitorId;
    const known = await sellerOf(context);
    if (known?.state === 'SIGNED_UP' && !(await isInDoubt(shop, id))) await correctSeller(storage, id, form);
    if (!known) await insertSeller(storage, id, form);
    try {
      await onboardSeller(shop, id);
      return context.redirect('/seller', 303);
    } catch (error) {
      if (!isEscrowError(error)) throw error;
      shop.log(`${sellerKey(id)}: ${inWords(error)}`);
      const { status, text } = problemOf(error);
      return context.html(signUpPage(form, alert(text, correctionsOf(error))), status);
    }
  });

  routes.post('/items', async (context) => {
    const seller = await sellerOf(context);
    if (seller?.state !== 'READY') throw new ShopError('not_yours', 'Sign up to sell.');
    const { title, description, ...amounts } = await readForm(context, ['title', 'description', 'deposit', 'rest']);
    const [deposit, rest] = [parseRiyals(amounts.deposit), parseRiyals(amounts.rest)];
    if (deposit === undefined || rest === undefined) {
      return context.html(await view(seller, alert('Write deposit and rest as amounts such as 1500 or 99.50.')), 400);
    }
    await insertItem(storage, { sellerId: seller.id, title, description, deposit, rest });
    return context.redirect('/seller', 303);
  });

  return routes;
}
