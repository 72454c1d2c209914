import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { detailsOf, findDoubt, findQuestions, settleDoubt } from '../operator/doubts.ts';
import { findMissingEvents, recordPaid } from '../operator/missing-events.ts';
import type { Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';
import { findNotedEvents } from '../webhooks/noted-events.ts';
import { operatorPage } from './operator-views.ts';
import { readForm } from './read-form.ts';

/** For whoever looks after the shop. */
export function operatorRoutes(shop: Shop): Hono {
  const { storage, config } = shop;
  const routes = new Hono();
  routes.use(basicAuth({ username: 'operator', password: config.operatorPassword }));

  routes.get('/', async (context) => {
    const [questions, deadLetters, missing, noted] = await Promise.all([
      findQuestions(shop),
      storage.inbox.deadLetters(),
      findMissingEvents(shop),
      findNotedEvents(storage),
    ]);
    return context.html(operatorPage({ questions, deadLetters, missing, noted }));
  });

  routes.post('/doubts', async (context) => {
    const { key, revision, wasCarriedOut } = await readForm(context, ['key', 'revision', 'wasCarriedOut']);
    if (wasCarriedOut !== 'yes' && wasCarriedOut !== 'no') throw new ShopError('form', 'Answer yes or no.');
    const doubt = await findDoubt(shop, { key, revision: Number(revision) });
    const details = wasCarriedOut === 'yes' ? await readForm(context, detailsOf(doubt)) : {};
    await settleDoubt(shop, doubt, { wasCarriedOut: wasCarriedOut === 'yes', ...details });
    return context.redirect('/operator', 303);
  });

  routes.post('/dead-letters', async (context) => {
    const { key } = await readForm(context, ['key']);
    await storage.inbox.replay(key);
    return context.redirect('/operator', 303);
  });

  routes.post('/events', async (context) => {
    await recordPaid(shop, await readForm(context, ['milestoneId', 'referenceId']));
    return context.redirect('/operator', 303);
  });
  return routes;
}
