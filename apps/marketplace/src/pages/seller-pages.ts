import { isEscrowError } from '@escrow-kit/client';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { findOrders, type Order, parts, sellerShare } from '../orders/order.ts';
import type { OrderState, PaymentState } from '../orders/order-states.ts';
import { findItemsOfSeller, type Item } from '../sellers/item.ts';
import { findSeller, onboardSeller, type Seller, type SellerForm, sellerFields, sellerKey } from '../sellers/seller.ts';
import { findMessages } from '../shop/messages.ts';
import { inRiyals, parseRiyals } from '../shop/money.ts';
import { inWords, type Shop, ShopError } from '../shop/shop.ts';
import { ignoreConflict, insert } from '../storage/storage.ts';
import { createdId } from './created-id.ts';
import { alertAboutForm, type FormValues, field, formToken, personFields, readForm } from './forms.ts';
import { alert, type Html, list, messageItem, page, section } from './layout.ts';
import { alertAbout, problemOfForm } from './problems.ts';
import type { Visited } from './visitor.ts';

/** Signing up, the seller's page, and listing items. */
export function sellerRoutes(shop: Shop): Hono<Visited> {
  const routes = new Hono<Visited>();
  const { storage } = shop;

  const sellerOf = ({ var: { visitorId } }: Context<Visited>) => findSeller(storage, visitorId);

  routes.get('/', async (context) => {
    const seller = await sellerOf(context);
    if (seller) return context.html(await sellerPage(shop, seller));
    const begun = await storage.journal.load(sellerKey(context.var.visitorId));
    const problem = begun && alert('Your sign-up is not complete. Send the form again.');
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
    const [deposit, rest] = [parseRiyals(form.deposit), parseRiyals(form.rest)];
    if (problems.length > 0 || deposit === undefined || rest === undefined) {
      const amounts = 'Write deposit and rest as amounts such as 1500 or 99.50.';
      const problem = problems.length > 0 ? alertAboutForm(problems) : alert(amounts);
      return context.html(await sellerPage(shop, seller, { form, problem }), 400);
    }
    const { title, description } = form;
    const id = createdId(shop, form.formToken, ['item', seller.id, title, description, form.deposit, form.rest]);
    const item = { id, sellerId: seller.id, title, description, deposit, rest };
    await storage.write([insert('items', item)]).catch(ignoreConflict);
    return context.redirect('/seller', 303);
  });

  return routes;
}

const signUpPage = (form: Partial<SellerForm>, problem?: Html): Html =>
  page(
    'Sell what you make',
    html`${problem}
    <form class="card" method="post" action="/seller">
      <fieldset>
        <legend>You</legend>
        ${personFields(form)}
      </fieldset>
      <fieldset>
        <legend>Where your money goes</legend>
        ${field('iban', form)}
        ${field('nationalId', form)}
      </fieldset>
      <fieldset>
        <legend>Your address</legend>
        ${field('street', form)}
        ${field('city', form)}
      </fieldset>
      <button>Sign up</button>
    </form>`,
  );

/** @param form The seller's input for an item, shown again with the problem. */
async function sellerPage(
  { storage }: Shop,
  seller: Seller,
  { form = {}, problem }: { form?: FormValues; problem?: Html } = {},
): Promise<Html> {
  const [items, orders, messages] = await Promise.all([
    findItemsOfSeller(storage, seller.id),
    findOrders(storage, 'sellerId', seller.id),
    findMessages(storage, seller.id),
  ]);
  return page(
    `${seller.firstName}'s workshop`,
    html`${problem}
    ${money(orders)}
    ${section('Sales', list('rows', orders.map(sale), html`No sales yet.`))}
    ${section('Messages', list('rows', messages.map(messageItem), html`No messages yet.`))}
    ${section(
      'Items',
      html`${list('rows', items.map(itemRow), html`No items yet.`)}
      <form class="card" method="post" action="/seller/items">
        <h3>List an item</h3>
        ${formToken(form)}
        ${field('title', form)}
        ${field('description', form)}
        ${field('deposit', form)}
        ${field('rest', form)}
        <button>List it</button>
      </form>`,
    )}`,
  );
}

/** The seller's money, held and released, according to the webhooks. */
function money(orders: Order[]): Html {
  const payments = orders.flatMap((order) => parts.map((part) => order.payments[part]));
  const sum = (...states: PaymentState[]): string => {
    const shares = payments.filter(({ state }) => states.includes(state)).map(sellerShare);
    return inRiyals(shares.reduce((total, share) => total + share, 0));
  };
  return html`<dl class="amounts">
    <div><dt>Held for you</dt><dd>${sum('PAID')}</dd></div>
    <div><dt>Released to you</dt><dd>${sum('CASHOUT_IN_PROGRESS', 'COMPLETED')}</dd></div>
  </dl>`;
}

const saleStates: Record<OrderState, string> = {
  PLACED: 'being set up',
  OPEN: 'waiting for the deposit',
  DEPOSIT_PAID: 'deposit paid: begin the work',
  PAID: 'paid: deliver it',
  COMPLETED: 'complete',
  GIVEN_UP: 'closed: not paid',
};

const sale = ({ title, buyerName, state }: Order): Html =>
  html`<li><span><bdi>${title}</bdi> for <bdi>${buyerName}</bdi></span> <span>${saleStates[state]}</span></li>`;

const itemRow = ({ id, title, deposit, rest }: Item): Html =>
  html`<li><a href="/items/${id}"><bdi>${title}</bdi></a> <span>${inRiyals(deposit + rest)}</span></li>`;
