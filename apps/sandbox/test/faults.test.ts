import { createEscrowClient, isEscrowError } from '@escrow-kit/client';
import { attemptsInSeconds, retryDelaysInSeconds } from '@escrow-kit/spec';
import { describe, expect, test, vi } from 'vitest';
import { injectFault } from '../src/domain/faults.ts';
import type { ControlSchema, Sandbox } from '../src/index.ts';
import { createPaidMilestone, parentRequest } from './support/escrow-steps.ts';
import { eachReceiver } from './support/receiver.ts';
import { callControl, send } from './support/service-api.ts';
import { createTenantSandbox, defaultTenant, startedService } from './support/started-sandbox.ts';

type NewFault = ControlSchema<'NewFault'>;

const target = 'createContract';
const limit = { timeout: 20_000 };
const started = startedService();
const sandbox = () => started().sandbox;
const receiver = eachReceiver();

/** A tenant with faults that are injected once each. */
async function tenantWith(...faults: NewFault[]): Promise<Sandbox> {
  const tenant = await createTenantSandbox(sandbox());
  await tenant.control.setFaults(faults.map((fault) => ({ times: 1, ...fault })));
  return tenant;
}

describe('a fault of a call', () => {
  const create = (tenant: Sandbox) => send(tenant, target, { body: parentRequest() });
  const countContracts = async ({ control }: Sandbox) => (await control.describe()).counts.contracts;
  const item = { currency: 'SAR', itemDetail: { title: 'Item', description: 'Made up' } } as const;
  const terms = { contractClassification: 'BASIC', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER' } as const;
  const parent = { ...item, ...terms, serviceTermsAccepted: true } as const;

  test.each([
    ['before: it is answered, and nothing is done', 'before', 0],
    ['after: it is answered, and the change is committed', 'after', 1],
  ] as const)('a status %s', async (_, when, contracts) => {
    const tenant = await tenantWith({ target, kind: 'status', status: 503, when });

    const answers = [await create(tenant), await create(tenant)];

    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect(await countContracts(tenant)).toBe(contracts + 1);
  });

  test('a latency: the answer of the service itself comes late', async () => {
    const tenant = await tenantWith({ target, kind: 'latency', latencyInMs: 120 });
    const startedAt = performance.now();

    const { status } = await create(tenant);

    expect(status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  test.each(['reset', 'drop'] as const)(
    'a %s after: the real client does not know what happened, it did happen, and the request log names the fault',
    async (kind) => {
      const tenant = await tenantWith({ target, kind, when: 'after' });
      const [fault] = await tenant.control.faults();
      // A dropped request ends when its client gives up.
      const client = createEscrowClient({ baseUrl: tenant.url, ...tenant.credentials, timeoutInMs: 250 });

      const error = await client.contracts.create(parent).catch((caught: unknown) => caught);

      expect(isEscrowError(error) && error.outcome).toBe('unknown');
      await vi.waitFor(async () => expect(await countContracts(tenant)).toBe(1), limit);
      const { requests } = await tenant.control.requests();
      expect(requests).toMatchObject([{ operationId: target, status: 200 }]);
      expect(requests[0]?.notes.join()).toContain(fault?.id);
    },
  );
});

describe('a fault of deliveries', () => {
  /** Pays milestones on a frozen clock, and delivers their events. */
  async function deliver(fault: Omit<NewFault, 'target'>, { payments = 1, webhookTimeoutInMs = 10_000 } = {}) {
    const tenant = await tenantWith({ target: 'webhook', ...fault });
    const { control } = tenant;
    await control.changeSettings({ webhookTimeoutInMs });
    await control.freeze();
    for (let count = 0; count < payments; count += 1) await createPaidMilestone(tenant);
    await control.setWebhook(receiver().url);
    await control.drain();
    return { control, deliveries: (await control.deliveries()).deliveries.reverse() };
  }

  test.each<[fault: Omit<NewFault, 'target'>, failure: string, webhookTimeoutInMs?: number]>([
    [{ kind: 'status', status: 502 }, 'faultAnswered'],
    [{ kind: 'drop' }, 'faultDropped'],
    [{ kind: 'reset' }, 'faultBroke'],
    [{ kind: 'latency', latencyInMs: 60_000 }, 'faultHeldBack', 30],
  ])('HOOK-3 HOOK-4 the attempt fails by %o, and the next one delivers', async (fault, failure, webhookTimeoutInMs) => {
    const { control, deliveries } = await deliver(fault, { webhookTimeoutInMs });
    const before = receiver().events.length;
    await control.changeSettings({ webhookTimeoutInMs: 10_000 });

    const { actions } = await control.advance(retryDelaysInSeconds[0]);

    const attemptLog = [{ answerStatus: fault.status ?? null, failure }];
    const attemptsLeft = attemptsInSeconds.length - 1;
    expect(deliveries).toMatchObject([{ state: 'pending', attempts: 1, attemptsLeft, attemptLog }]);
    expect(actions).toMatchObject([{ kind: 'delivery', attempt: 2, outcome: 'delivered' }]);
    expect([before, receiver().events.length]).toEqual([0, 1]);
  });

  test('HOOK-7 a duplicate: the same event comes twice', async () => {
    const { deliveries } = await deliver({ kind: 'duplicate' });

    const [first, second, ...others] = receiver().events;
    expect([second?.bytes, others]).toEqual([first?.bytes, []]);
    expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('HOOK-7 a reorder: the event comes after the next one, and the last one after an hour', async () => {
    const { control, deliveries } = await deliver({ kind: 'reorder' }, { payments: 2 });
    const last = await deliver({ kind: 'reorder' });
    await control.drain();
    const before = receiver().events.length;
    await last.control.advance(3600);

    const [first, second] = deliveries.map(({ milestoneId }) => milestoneId);
    const [held] = last.deliveries;
    expect([held?.state, held?.attempts, before]).toEqual(['pending', 0, 2]);
    expect(receiver().events.map(({ body }) => body.contractId)).toEqual([second, first, held?.milestoneId]);
  });
});

describe('the list of faults', () => {
  test('faults that are added and removed at once do not undo each other, and a refused list changes nothing', async () => {
    const { control } = await tenantWith({ target, kind: 'reset' }, { target: 'addMilestones', kind: 'reset' });
    const [first, second] = await control.faults();

    const added = await Promise.all([
      control.addFault({ target: 'addParties', kind: 'reset' }),
      control.removeFault(first?.id ?? ''),
      control.addFault({ target: 'webhook', kind: 'duplicate' }),
    ]);
    const refused = control.setFaults([
      { target: 'addParties', kind: 'reset' },
      { target: 'nothing', kind: 'reset' },
    ]);

    await expect(refused).rejects.toMatchObject({ status: 400 });
    const ids = added.flatMap((fault) => fault?.id ?? []);
    expect((await control.faults()).map(({ id }) => id).sort()).toEqual([...ids, second?.id].sort());
  });

  test('a fault of three times is injected three times, however many calls have read the tenant before', async () => {
    const { service } = started();
    await sandbox().control.setFaults([{ target: 'addParties', kind: 'reset', times: 3 }]);
    const tenant = defaultTenant(service);

    const injected = Array.from({ length: 20 }, () => injectFault(service.store, tenant, { target: 'addParties' }));

    expect(injected.filter((fault) => fault !== undefined)).toHaveLength(3);
    expect(await sandbox().control.faults()).toMatchObject([{ timesLeft: 0 }]);
  });

  test.each([
    ['an unknown operation, and the known ones are named', { target: 'nothing', kind: 'reset' }, 'createContract'],
    ['a duplicate of a call', { target, kind: 'duplicate' }, 'webhook'],
    ['a status without its number', { target, kind: 'status' }, 'status'],
    ['a moment of a delivery', { target: 'webhook', kind: 'reset', when: 'after' }, 'when'],
  ])('%s is refused', async (_, fault, named) => {
    const answer = await callControl(sandbox(), '/faults', { method: 'PUT', body: { faults: [fault] } });

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(named) });
  });
});
