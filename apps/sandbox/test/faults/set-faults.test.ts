import { describe, expect, test } from 'vitest';
import { injectFault } from '../../src/domain/faults.ts';
import type { Tenant } from '../../src/domain/tenants.ts';
import { callControl } from '../support/service-api.ts';
import { createTenantSandbox, defaultTenant, startedService } from '../support/started-sandbox.ts';

const refused: [string, object, string][] = [
  ['an unknown operation, and the known ones are named', { target: 'nothing', kind: 'reset' }, 'createContract'],
  ['a duplicate of a call', { target: 'createContract', kind: 'duplicate' }, 'webhook'],
  ['a reorder of a call', { target: 'createContract', kind: 'reorder' }, 'webhook'],
  ['a status without its number', { target: 'createContract', kind: 'status' }, 'status'],
  ['a number of a status on another kind', { target: 'createContract', kind: 'reset', status: 503 }, 'status'],
  ['a latency without its length', { target: 'webhook', kind: 'latency' }, 'latencyInMs'],
  ['a moment of a delivery', { target: 'webhook', kind: 'reset', when: 'after' }, 'when'],
];

describe('faults', () => {
  const started = startedService();
  const inject = (tenant: Tenant) => injectFault(started().service.store, tenant, { target: 'addParties' });

  test('faults that are added and removed at once do not undo each other', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    const [first, second] = await control.setFaults([
      { target: 'createContract', kind: 'reset' },
      { target: 'addMilestones', kind: 'reset' },
    ]);

    const added = await Promise.all([
      control.addFault({ target: 'addParties', kind: 'reset' }),
      control.removeFault(first?.id ?? ''),
      control.addFault({ target: 'startPayment', kind: 'drop', times: 2 }),
      control.addFault({ target: 'webhook', kind: 'duplicate' }),
    ]);

    const ids = added.flatMap((fault) => fault?.id ?? []);
    expect(ids).toHaveLength(3);
    expect((await control.faults()).map(({ id }) => id).sort()).toEqual([...ids, second?.id].sort());
  });

  test('one fault more than a list may have is refused', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    await control.setFaults(Array.from({ length: 1000 }, () => ({ target: 'addParties', kind: 'reset' as const })));

    await expect(control.addFault({ target: 'addParties', kind: 'reset' })).rejects.toMatchObject({ status: 409 });
  });

  test('a fault of three times is injected three times, however many calls have read the tenant before', async () => {
    const { service, sandbox } = started();
    await sandbox.control.setFaults([{ target: 'addParties', kind: 'reset', times: 3 }]);
    const tenant = defaultTenant(service);

    const injected = Array.from({ length: 20 }, () => inject(tenant));

    expect(injected.filter((fault) => fault !== undefined)).toHaveLength(3);
    expect(await sandbox.control.faults()).toMatchObject([{ timesLeft: 0 }]);
  });
  test.each(refused)('%s is refused', async (_, fault, named) => {
    const { status, text } = await callControl(started().sandbox, '/faults', {
      method: 'PUT',
      body: { faults: [fault] },
    });

    expect(status).toBe(400);
    expect(text).toContain(named);
  });

  test('a refused list changes nothing', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    await control.setFaults([{ target: 'createContract', kind: 'reset' }]);

    const list = control.setFaults([
      { target: 'addParties', kind: 'reset' },
      { target: 'nothing', kind: 'reset' },
    ]);

    await expect(list).rejects.toMatchObject({ status: 400 });
    expect(await control.faults()).toMatchObject([{ target: 'createContract' }]);
  });

  test('a fault that is added or removed leaves the counts of the others', async () => {
    const { service, sandbox } = started();
    await sandbox.control.setFaults([{ target: 'addParties', kind: 'reset', times: 5 }]);
    inject(defaultTenant(service));
    const before = await sandbox.control.faults();

    const { id } = await sandbox.control.addFault({ target: 'createContract', kind: 'reset' });
    const whileAdded = await sandbox.control.faults();
    await sandbox.control.removeFault(id);

    expect(before).toMatchObject([{ timesLeft: 4 }]);
    expect(whileAdded).toEqual([...before, expect.objectContaining({ id, target: 'createContract' })]);
    expect(await sandbox.control.faults()).toEqual(before);
  });

  test('a fault that somebody else has removed can’t be removed again', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    const { id } = await control.addFault({ target: 'createContract', kind: 'reset' });
    await control.removeFault(id);

    await expect(control.removeFault(id)).rejects.toMatchObject({ status: 404 });
  });
});
