import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { detailsOf, findDoubt, findDoubts, settleDoubt } from '../operator/doubts.ts';
import { findMissingEvents, recordToldEvent } from '../operator/missing-events.ts';
import type { Shop } from '../shop.ts';
import { findNotedEvents } from '../webhooks/noted-events.ts';
import { operatorPage } from './operator-views.ts';
import { readForm } from './read-form.ts';

/** For whoever looks after the shop. */
export function operatorRoutes(shop: Shop): Hono {
  const { storage, config } = shop;
  return new Hono()
    .use(basicAuth({ username: 'operator', password: config.operatorPassword }))

    .get('/', async (context) => {
      const [doubts, deadLetters, missing, noted] = await Promise.all([
        findDoubts(shop),
        storage.inbox.deadLetters(),
        findMissingEvents(shop),
        findNotedEvents(storage),
      ]);
      return context.html(operatorPage({ doubts, deadLetters, missing, noted }));
    })

    .post('/doubts', async (context) => {
      const { key, revision, wasCarriedOut } = await readForm(context, ['key', 'revision', 'wasCarriedOut']);
      const doubt = await findDoubt(shop, { key, revision: Number(revision) });
      const details = wasCarriedOut === 'yes' ? await readForm(context, detailsOf(doubt)) : {};
      await settleDoubt(shop, doubt, { wasCarriedOut: wasCarriedOut === 'yes', ...details });
      return context.redirect('/operator', 303);
    })

    .post('/dead-letters', async (context) => {
      const { key } = await readForm(context, ['key']);
      await storage.inbox.replay(key);
      return context.redirect('/operator', 303);
    })

    .post('/events', async (context) => {
      const { milestoneId, referenceId } = await readForm(context, ['milestoneId', 'referenceId']);
      await recordToldEvent(shop, { milestoneId, status: 'PAID', referenceId });
      return context.redirect('/operator', 303);
    });
}
