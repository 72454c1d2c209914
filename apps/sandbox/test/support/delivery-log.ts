import { beforeEach } from 'vitest';
import type { ServerContext } from '../../src/server/server-context.ts';
import type { Row } from '../../src/storage/tables.ts';

/** The deliveries of a milestone in the order of their events. */
export function deliveriesOf({ db }: ServerContext, milestoneId: string): Promise<Row<'deliveries'>[]> {
  return db.selectFrom('deliveries').where('milestoneId', '=', milestoneId).orderBy('id').selectAll().execute();
}

/** Every attempt to deliver the events of a milestone, in order. */
export function attemptsOf({ db }: ServerContext, milestoneId: string): Promise<Row<'deliveryAttempts'>[]> {
  return db
    .selectFrom('deliveryAttempts')
    .innerJoin('deliveries', 'deliveries.id', 'deliveryAttempts.deliveryId')
    .where('deliveries.milestoneId', '=', milestoneId)
    .orderBy('deliveryAttempts.number')
    .selectAll('deliveryAttempts')
    .execute();
}

/** Removes pending deliveries of earlier tests before each test of the enclosing block. */
export function forgetDeliveriesBeforeEach(started: () => { service: ServerContext }): void {
  beforeEach(async () => {
    await started().service.db.deleteFrom('deliveries').execute();
  });
}
