import { createDatabase } from '@escrow-kit/suite/postgres';
import { startTransactionPooler } from '@escrow-kit/suite/transaction-pooler';
import { expect, it, onTestFinished } from 'vitest';
import { isEscrowError, type Journal } from '../../src/index.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { clientOn, contractToOpen, openContractWrites, openedContract } from './inputs.ts';

/** Fewer than the connections of the journals, so that every session is shared. */
const connections = 3;
const keys = Array.from({ length: 10 }, (_, index) => `order-${index}`);

const openContract = ({ fetch }: FakeService, options: { key: string; journal: Journal; resolve?: never }) =>
  clientOn(fetch).flows.openContract(contractToOpen, options);

/** Runs the flow again until it has a result, and resolves pending steps as the service knows them. */
async function finish(service: FakeService, options: { key: string; journal: Journal }): Promise<unknown> {
  let resolve = {};
  for (;;) {
    try {
      return await openContract(service, { ...options, ...resolve });
    } catch (error) {
      if (!isEscrowError(error, 'step_pending')) throw error;
      resolve = { resolve: service.truthOf(error) };
    }
  }
}

it.each([
  { title: 'passes on the names of statements', stripsStatementNames: false },
  { title: 'strips the names of statements', stripsStatementNames: true },
])(
  'behind a transaction pooler that $title, two runs of each key at once carry out no step twice',
  async ({ stripsStatementNames }) => {
    const pooler = await startTransactionPooler(await createDatabase(), { connections, stripsStatementNames });
    const journals = [1, 2].map(() => createPostgresJournal({ connection: pooler.connectionString }));
    onTestFinished(async () => {
      await Promise.all(journals.map((journal) => journal.close()));
    });
    const orders = keys.map((key) => ({ key, service: createFakeService() }));

    const ends = await Promise.allSettled(
      orders.flatMap(({ key, service }) => journals.map((journal) => openContract(service, { key, journal }))),
    );
    const results: unknown[] = [];
    for (const [index, { key, service }] of orders.entries()) {
      results.push(await finish(service, { key, journal: journals[index % journals.length] as Journal }));
    }

    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
    const isConflict = (error: Error) => isEscrowError(error, 'step_pending') || /another run/.test(error.message);
    expect(failures.filter((error) => !isConflict(error))).toEqual([]);
    expect(results).toEqual(keys.map(() => openedContract));
    expect(orders.map(({ service }) => service.carriedOut)).toEqual(keys.map(() => openContractWrites));
  },
);
