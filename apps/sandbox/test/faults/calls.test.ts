import { Server } from 'node:http';
import { createEscrowClient, type EscrowClient, isEscrowError } from '@escrow-kit/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const target = 'createContract';
const limit = { timeout: 20_000 };

describe('a fault of a call', () => {
  const sandbox = startedSandbox();

  test.each([
    ['before: it is answered, and nothing is done', 'before', 0],
    ['after: it is answered, and the change is committed', 'after', 1],
  ] as const)('a status %s', async (_, when, contracts) => {
    const tenant = await createTenantSandbox(sandbox());
    await tenant.control.setFaults([{ target, kind: 'status', status: 503, when, times: 1 }]);

    const answers = [await createParent(tenant), await createParent(tenant)];

    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect(await countContracts(tenant)).toBe(contracts + 1);
  });

  test("a latency: the service's own answer comes late", async () => {
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

  test.each(['reset', 'drop'] as const)(
    'a %s after: the real client does not know what happened, and it did happen',
    async (kind) => {
      const tenant = await createTenantSandbox(sandbox());
      await tenant.control.setFaults([{ target, kind, when: 'after', times: 1 }]);

      const error = await impatientClientOf(tenant)
        .contracts.create(parent)
        .catch((caught: unknown) => caught);

      expect(isEscrowError(error) && error.outcome).toBe('unknown');
      await vi.waitFor(async () => expect(await countContracts(tenant)).toBe(1), limit);
      expect(await clientOf(tenant).contracts.create(parent)).toMatchObject({ status: 'CREATED' });
      expect(await countContracts(tenant)).toBe(2);
    },
  );

  test('an injected fault is in the request log', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const [fault] = await tenant.control.setFaults([{ target, kind: 'reset', when: 'after', times: 1 }]);

    await createParent(tenant).catch(() => {});

    const { requests } = await tenant.control.requests();
    expect(requests[0]).toMatchObject({ operationId: target, status: 200 });
    expect(requests[0]?.notes.join()).toContain(fault?.id);
  });
});

test('a sandbox that holds a dropped request stops at once', async () => {
  const sandbox = await startSandbox();
  await sandbox.control.setFaults([{ target, kind: 'drop', when: 'after' }]);
  const dropped = createParent(sandbox).catch((error: Error) => error.message);
  await vi.waitFor(async () => expect((await sandbox.control.describe()).counts.requests).toBe(1), limit);
  const cutOff = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => void cutOff.mockRestore());

  await sandbox.close();

  // After two seconds it would be cut off.
  expect(cutOff).not.toHaveBeenCalled();
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

function clientOf({ url, credentials }: Sandbox, options: { timeoutInMs?: number } = {}): EscrowClient {
  return createEscrowClient({ baseUrl: url, ...credentials, ...options });
}

/** A dropped request ends when its client gives up. */
function impatientClientOf(sandbox: Sandbox): EscrowClient {
  return clientOf(sandbox, { timeoutInMs: 500 });
}

async function countContracts({ control }: Sandbox): Promise<number> {
  return (await control.describe()).counts.contracts;
}
