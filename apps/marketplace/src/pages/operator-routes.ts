import { resultFields } from '@escrow-kit/client';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { findMessages } from '../messages.ts';
import { findContractId, findDoubts, settle } from '../operator/doubts.ts';
import { findMissingEvents, recordPaid } from '../operator/missing-events.ts';
import type { Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';
import { readCheckedForm } from './forms.ts';
import { operatorPage } from './operator-views.ts';

/** For whoever looks after the shop. */
export function operatorRoutes(shop: Shop): Hono {
  const { storage, config } = shop;
  const routes = new Hono();
  routes.use(basicAuth({ username: 'operator', password: config.operatorPassword }));

  routes.get('/', async (context) => {
    const doubts = await findDoubts(shop);
    const [questions, damaged, deadLetters, quarantined, missing, messages] = await Promise.all([
      Promise.all(doubts.map(async (doubt) => ({ doubt, contractId: await findContractId(shop, doubt) }))),
      storage.journal.listDamaged(),
      storage.inbox.deadLetters(),
      storage.inbox.findQuarantined(),
      findMissingEvents(shop),
      findMessages(storage, 'operator'),
    ]);
    return context.html(operatorPage({ questions, damaged, deadLetters, quarantined, missing, messages }));
  });

  routes.post('/doubts', async (context) => {
    const { key, revision, wasCarriedOut } = await readCheckedForm(context, ['key', 'revision', 'wasCarriedOut']);
    if (wasCarriedOut !== 'yes' && wasCarriedOut !== 'no') throw new ShopError('form', 'Answer yes or no.');
    const doubts = await findDoubts(shop);
    const doubt = doubts.find((candidate) => candidate.key === key && candidate.revision === Number(revision));
    if (!doubt) throw new ShopError('doubt_settled', 'This question is answered already.');
    const found = wasCarriedOut === 'yes' ? await readCheckedForm(context, resultFields(doubt)) : undefined;
    await settle(shop, doubt, found ? { wasCarriedOut: true, ...found } : { wasCarriedOut: false });
    return context.redirect('/operator', 303);
  });

  routes.post('/dead-letters', async (context) => {
    const { key } = await readCheckedForm(context, ['key']);
    await storage.inbox.replay(key);
    return context.redirect('/operator', 303);
  });

  routes.post('/events', async (context) => {
    await recordPaid(shop, await readCheckedForm(context, ['milestoneId', 'referenceId']));
    return context.redirect('/operator', 303);
  });
  return routes;
}
