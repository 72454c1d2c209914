import { controlDocument, controlOperations } from '@escrow-kit/sandbox-control';
import { fillPath, listOperations, milestoneStates } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { ticketUrl } from '../support/checkout-steps.ts';
import { addBank, createReadyMilestone, registerCustomer, shortIdOf, startPayment } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

describe('the control document', () => {
  const sandbox = startedSandbox();
  const receiver = eachReceiver();

  test('is served', async () => {
    const response = await fetch(`${sandbox().url}/_sandbox/openapi.json`);

    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(controlDocument)));
  });

  test('describes the answer of every call', async () => {
    const seen = new Set<string>();

    await callAll(sandbox(), receiver().url, async (id, response) => {
      const body = (await response.json()) as Body;
      seen.add(id);
      expect([response.status, violationsOf(id, body)], id).toEqual([200, []]);
      return body;
    });

    expect([...seen].sort()).toEqual(controlOperations.map(({ id }) => id).sort());
  });

  test('STATE-1 lists the states of a milestone in the order of the document, with no other', () => {
    expect(controlDocument.components?.schemas['MilestoneState']?.enum).toEqual(milestoneStates);
  });

  test('describes a refusal', async () => {
    const response = await fetch(`${sandbox().url}/_sandbox/tenants/nobody/clock`);

    const validate = createValidator('#/components/schemas/Problem', controlDocument);

    expect([response.status, validate(await response.json())]).toEqual([404, []]);
  });
});

type Body = Record<string, string>;
type Judge = (id: string, response: Response) => Promise<Body>;

/** Completes a contract and makes every call on the way. */
async function callAll(sandbox: Sandbox, webhookUrl: string, judge: Judge): Promise<void> {
  const call = (id: string, path: Record<string, string> = {}, body?: unknown) => {
    const operation = controlOperations.find((known) => known.id === id);
    const target = fillPath(operation?.path ?? '', { tenant: 'default', ...path });
    const init = { method: operation?.method ?? '', headers: { 'content-type': 'application/json' } };
    return fetch(`${sandbox.url}${target}`, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then((response) => judge(id, response));
  };
  for (const id of [
    'getHealth',
    'getControlDocument',
    'describeService',
    'listTenants',
    'getTenant',
    'getClock',
    'freezeClock',
  ])
    await call(id);
  const created = await call('createTenant', {}, {});
  await call('deleteTenant', { tenant: created['id'] ?? '' });
  await call('setWebhook', {}, { url: webhookUrl });
  await call('getWebhook');
  await call('changeSettings', {}, { invitations: true, settlement: { cashOut: 'OTHER' } });
  await call('getSettings');
  const { milestoneId, buyerPhone: phoneNumber, ...milestone } = await createReadyMilestone(sandbox);
  await sandbox.control.changeSettings({
    invitations: false,
    settlement: { automatic: true, releaseAfterInSeconds: 3600, completeAfterInSeconds: 3600 },
  });
  await call('acceptInvitations', { milestoneId }, {});
  await call('setConsent', { phoneNumber }, { status: 'PENDING' });
  await call('listUsers');
  await call('listOtps', { phoneNumber });
  await call('issueCustomerToken', { phoneNumber });
  const bare: string = (await startPayment(sandbox, { milestoneId })).body.data;
  const started = { checkoutUrl: bare, buyerPhone: phoneNumber, shortId: shortIdOf(bare) };
  const { session } = await call('openCheckout', {}, { checkoutUrl: await ticketUrl(sandbox, started) });
  await call('giveCheckoutConsent', {}, { session, granted: true });
  await call('payCheckout', {}, { session });
  const other = await createReadyMilestone(sandbox);
  await sandbox.control.giveConsent(other.buyerPhone);
  await call('payMilestone', { milestoneId: other.milestoneId });
  await call('getDue');
  await addBank(sandbox, await registerCustomer(sandbox, milestone.sellerPhone));
  await call('releaseMilestone', { milestoneId });
  await call('completeMilestone', { milestoneId });
  await call('listContracts');
  await call('listMilestones');
  await call('getMilestone', { milestoneId });
  await call('drain');
  await call('advanceClock', {}, { seconds: 1 });
  await call('resumeClock');
  await call('getOverview');
  const { deliveries } = await sandbox.control.deliveries();
  await call('listDeliveries');
  await call('getDelivery', { deliveryId: deliveries[0]?.id ?? '' });
  await call('redeliver', { deliveryId: deliveries[0]?.id ?? '' });
  await call('setFaults', {}, { faults: [{ target: 'createContract', kind: 'latency', latencyInMs: 1, times: 2 }] });
  const { id: faultId = '' } = await call('addFault', {}, { target: 'addParties', kind: 'reset' });
  await call('removeFault', { faultId });
  for (const id of ['getFaults', 'clearFaults', 'listRequests']) await call(id);
  const { requests } = await sandbox.control.requests();
  await call('getRequest', { requestId: requests[0]?.id ?? '' });
  await call('resetTenant');
}

function violationsOf(id: string, body: unknown) {
  const operation = listOperations(controlDocument).find((candidate) => candidate.id === id);
  const schema = operation?.responses['200']?.content?.['application/json']?.schema;
  return schema ? createValidator(schema, controlDocument)(body) : ['no schema'];
}
