import type { ListableJournal, PendingStep } from '@escrow-kit/client';
import type { QuarantinedBody, StoredEvent } from '@escrow-kit/webhooks';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { html } from 'hono/html';
import { findMissingEvents, type MissingEvent, recordPaid } from '../operator/missing-events.ts';
import { findContractId, findPendingSteps, resolve } from '../operator/pending-steps.ts';
import { findMessages } from '../shop/messages.ts';
import { type Shop, ShopError } from '../shop/shop.ts';
import { field, hidden, readCheckedForm } from './forms.ts';
import { type Html, list, messageItem, moment, page, section } from './layout.ts';

/** The operator's page and its actions. */
export function operatorRoutes(shop: Shop): Hono {
  const { storage, config } = shop;
  const routes = new Hono();
  routes.use(basicAuth({ username: 'operator', password: config.operatorPassword }));

  routes.get('/', async (context) => context.html(await operatorPage(shop)));

  routes.post('/pending-steps', async (context) => {
    const { key, revision, outcome } = await readCheckedForm(context, ['key', 'revision', 'outcome']);
    if (outcome !== 'succeeded' && outcome !== 'not-sent') throw new ShopError('form', 'Answer yes or no.');
    const steps = await findPendingSteps(shop);
    const step = steps.find((candidate) => candidate.key === key && candidate.revision === Number(revision));
    if (!step) throw new ShopError('step_resolved', 'This question was already answered.');
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

/** Everything that needs a person. */
async function operatorPage(shop: Shop): Promise<Html> {
  const { storage } = shop;
  const [steps, damaged, deadLetters, quarantined, missing, messages] = await Promise.all([
    findPendingSteps(shop),
    storage.journal.listDamaged(),
    storage.inbox.deadLetters(),
    storage.inbox.findQuarantined(),
    findMissingEvents(shop),
    findMessages(storage, 'operator'),
  ]);
  const questions = await Promise.all(steps.map(async (step) => questionItem(step, await findContractId(shop, step))));
  return page(
    'For the operator',
    html`
    ${topic('Pending steps', 'Nobody knows whether the service did these. Ask its operator, then answer.', questions)}
    ${topic(
      'Damaged entries of the journal',
      'The shop cannot read its record of these orders and sellers, so it sends nothing more for them. Restore the entry from a backup.',
      damaged.map(damagedItem),
    )}
    ${topic('Dead letters', 'Events that could not be handled. Fix the cause, then replay them.', deadLetters.map(deadLetterItem))}
    ${topic(
      'Quarantined webhooks',
      'Signed by the service, but not valid events, so nothing was done. Ask the service what it sent; the bodies are in the inbox (findQuarantined).',
      quarantined.map(quarantinedItem),
    )}
    ${topic(
      'Payments without an event',
      'The buyer went to the checkout, and no event came. Most of these buyers left without paying. Ask the service only about those who say that they paid.',
      missing.map(missingItem),
    )}
    ${section('Messages', list('rows', messages.map(messageItem), html`None.`))}`,
  );
}

const topic = (title: string, explanation: string, items: Html[]): Html =>
  section(title, html`<p class="muted">${explanation}</p> ${list('cards', items, html`None.`)}`);

const stepQuestions: Record<string, string> = {
  createContract: 'Was the contract created?',
  addParties: 'Were the parties added to the milestones?',
  addBankAccount: 'Was the bank account added?',
  addAddress: 'Was the address added?',
};
const milestoneQuestion = 'Was the milestone added?';

function questionItem(pending: PendingStep, contractId: string | undefined): Html {
  const { flow, key, step, revision, since, requiredFields } = pending;
  return html`<li class="card">
    <h3>${stepQuestions[step] ?? milestoneQuestion}</h3>
    <p class="muted">${flow} ${key}, step ${step}, ${moment(since)}</p>
    ${contractId && html`<p class="muted">Contract ${contractId}</p>`}
    <form method="post" action="/operator/pending-steps">
      ${hidden({ key, revision })}
      ${requiredFields.map((name) => field(name))}
      <div class="choices">
        <button name="outcome" value="succeeded">Yes, it was</button>
        <button name="outcome" value="not-sent" class="secondary" formnovalidate>No, send it again</button>
      </div>
    </form>
  </li>`;
}

type DamagedEntry = Awaited<ReturnType<ListableJournal['listDamaged']>>[number];

const damagedItem = ({ key, error }: DamagedEntry): Html =>
  html`<li class="card"><h3>${key}</h3><p>${error.message}</p></li>`;

const deadLetterItem = ({ key, event, lastError }: StoredEvent): Html => html`<li class="card">
  <h3>${event.status} of ${event.milestoneId ?? 'no milestone'}</h3>
  <p>${lastError}</p>
  <form method="post" action="/operator/dead-letters">${hidden({ key })}<button>Replay</button></form>
</li>`;

const quarantineReasons: Record<string, string> = {
  event_invalid: 'The body holds no event.',
  body_not_utf8: 'The body is not UTF-8.',
};

/** Does not show the body, which may hold anything. */
const quarantinedItem = ({ reason, receivedAt }: QuarantinedBody): Html => html`<li class="card">
  <h3>${quarantineReasons[reason] ?? reason}</h3>
  <p class="muted">Received ${moment(receivedAt.toISOString())}</p>
</li>`;

const missingItem = ({ milestoneId, orderId, part, checkoutOpenedAt }: MissingEvent): Html => html`<li class="card">
  <h3>The ${part} of order ${orderId}</h3>
  <p class="muted">Milestone ${milestoneId}, at the checkout ${moment(checkoutOpenedAt)}</p>
  <form method="post" action="/operator/events">
    ${hidden({ milestoneId })}
    ${field('referenceId')}
    <button>It was paid</button>
  </form>
</li>`;
