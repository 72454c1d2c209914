import { startPgbouncer } from '@escrow-kit/tools/pgbouncer';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { expect, it, onTestFinished } from 'vitest';
import { isEscrowError } from '../../src/index.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, journaledFlows, openContractWrites, openedContract } from './inputs.ts';
import { finish } from './interrupted-flow.ts';

const keys = Array.from({ length: 10 }, (_, index) => `order-${index}`);
const { openContract } = journaledFlows;

it('behind pgbouncer, with fewer connections than journals use, two runs of each key at once carry out no step twice', async ({
  skip,
}) => {
  const pooler = await startPgbouncer(await createDatabase());
  if (!pooler) return skip('There is no pgbouncer on this machine.');
  const open = () => {
    const journal = createPostgresJournal({ connection: pooler.connectionString });
    onTestFinished(() => journal.close());
    return journal;
  };
  const journals = [open(), open()] as const;
  const orders = keys.map((key) => ({ key, service: createFakeService() }));

  const ends = await Promise.allSettled(
    orders.flatMap(({ key, service }) =>
      journals.map((journal) => openContract.run(clientOn(service.fetch), { key, journal })),
    ),
  );
  const results = await Promise.all(
    orders.map(({ key, service }) => finish(openContract, service, { key, journal: journals[0] })),
  );

  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const isConflict = (error: Error) => isEscrowError(error, 'step_pending') || /another run/.test(error.message);
  expect(failures.filter((error) => !isConflict(error))).toEqual([]);
  expect(results).toEqual(keys.map(() => openedContract));
  expect(orders.map(({ service }) => service.carriedOut)).toEqual(keys.map(() => openContractWrites));
});
