import { createEscrowClient, type EscrowClient, isEscrowError } from '@escrow-kit/client';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

const target = 'createContract';

describe.each(stores)('a fault of a call on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('a status before: it is answered, and nothing is done', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setFaults([{ target, kind: 'status', status: 503, times: 1 }]);

    const answers = [await createParent(tenant), await createParent(tenant)];

    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect(await countContracts(tenant)).toBe(1);
  });

  test('a status after: the change is committed, and the answer is the fault', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setFaults([{ target, kind: 'status', status: 500, when: 'after', times: 1 }]);

    const { status } = await createParent(tenant);

    expect(status).toBe(500);
    expect(await countContracts(tenant)).toBe(1);
  });

  test('a latency: the answer comes late, and is the one of the service', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setFaults([{ target, kind: 'latency', latencyInMs: 120, times: 1 }]);
    const startedAt = performance.now();

    const { status } = await createParent(tenant);

    expect(status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
  });

  test('a reset before: the connection breaks, and nothing is done', async () => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setFaults([{ target, kind: 'reset', times: 1 }]);

    await expect(createParent(tenant)).rejects.toThrow('fetch failed');

    expect(await countContracts(tenant)).toBe(0);
  });

  test.each(['reset', 'truncate', 'drop'] as const)(
    'a %s after: the real client does not know what happened, and it did happen',
    async (kind) => {
      const tenant = await createTenantSandbox(sandbox());
      const client = clientOf(tenant);
      await tenant.control.setFaults([{ target, kind, when: 'after', times: 1 }]);

      const error = await client.contracts.create(parent).catch((caught: unknown) => caught);

      expect(isEscrowError(error) && error.outcome).toBe('unknown');
      expect(await countContracts(tenant)).toBe(1);
      expect(await client.contracts.create(parent)).toMatchObject({ status: 'CREATED' });
      expect(await countContracts(tenant)).toBe(2);
    },
  );

  test('what struck stands in the request log', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const [fault] = await tenant.control.setFaults([{ target, kind: 'reset', when: 'after', times: 1 }]);

    await createParent(tenant).catch(() => {});

    const { requests } = await tenant.control.requests();
    expect(requests[0]).toMatchObject({ operationId: target, status: 200 });
    expect(requests[0]?.notes.join()).toContain(fault?.id);
  });

  test('a fault of one tenant strikes no other', async () => {
    const [one, other] = [await createTenantSandbox(sandbox()), await createTenantSandbox(sandbox())];
    await one.control.setFaults([{ target, kind: 'status', status: 503 }]);

    expect([(await createParent(one)).status, (await createParent(other)).status]).toEqual([503, 200]);
  });
});

test('a sandbox that holds a dropped request stops at once', async () => {
  const sandbox = await startSandbox();
  await sandbox.control.setFaults([{ target, kind: 'drop', when: 'after' }]);
  const dropped = createParent(sandbox).catch((error: Error) => error.message);
  while ((await sandbox.control.describe()).counts.requests === 0);
  const startedAt = performance.now();

  await sandbox.close();

  expect(performance.now() - startedAt).toBeLessThan(1500);
  expect(await dropped).toBe('fetch failed');
});

const parent = {
  currency: 'SAR',
  itemDetail: { title: 'Item', description: 'Made up' },
  contractClassification: 'BASIC',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
} as const;

function createParent(sandbox: Sandbox) {
  return send(sandbox, target, { body: parentRequest() });
}

/** Impatient, so that a dropped request ends. */
function clientOf({ url, credentials }: Sandbox): EscrowClient {
  const { clientId, clientSecret, tokens } = credentials;
  return createEscrowClient({ hosts: url, clientId, clientSecret, tokens, timeoutInMs: 1000 });
}

async function countContracts({ control }: Sandbox): Promise<number> {
  return (await control.describe()).counts.contracts;
}
