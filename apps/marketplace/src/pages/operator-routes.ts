import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { findMissingEvents, recordPaid } from '../operator/missing-events.ts';
import { findContractId, findPendingSteps, resolve } from '../operator/pending-steps.ts';
import { findMessages } from '../shop/messages.ts';
import type { Shop } from '../shop/shop.ts';
import { ShopError } from '../shop/shop-error.ts';
import { readCheckedForm } from './forms.ts';
import { operatorPage } from './operator-views.ts';

/** The operator's page and its actions. */
export function operatorRoutes(shop: Shop): Hono {
  const { storage, config } = shop;
  const routes = new Hono();
  routes.use(basicAuth({ username: 'operator', password: config.operatorPassword }));

  routes.get('/', async (context) => {
    const steps = await findPendingSteps(shop);
    const [questions, damaged, deadLetters, quarantined, missing, messages] = await Promise.all([
      Promise.all(steps.map(async (step) => ({ step, contractId: await findContractId(shop, step) }))),
      storage.journal.listDamaged(),
      storage.inbox.deadLetters(),
      storage.inbox.findQuarantined(),
      findMissingEvents(shop),
      findMessages(storage, 'operator'),
    ]);
    return context.html(operatorPage({ questions, damaged, deadLetters, quarantined, missing, messages }));
  });

  routes.post('/pending-steps', async (context) => {
    const { key, revision, outcome } = await readCheckedForm(context, ['key', 'revision', 'outcome']);
    if (outcome !== 'succeeded' && outcome !== 'not-sent') throw new ShopError('form', 'Answer yes or no.');
    const steps = await findPendingSteps(shop);
    const step = steps.find((candidate) => candidate.key === key && candidate.revision === Number(revision));
    if (!step) throw new ShopError('step_resolved', 'This question is answered already.');
    const result = outcome === 'succeeded' ? await readCheckedForm(context, step.requiredFields) : {};
    await resolve(shop, step, outcome, result);
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
