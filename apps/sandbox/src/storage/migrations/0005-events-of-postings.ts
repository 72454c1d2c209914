import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Stores with each ledger entry the event of its move, also with those that exist. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('ledgerEntries').addColumn('eventId', 'text').execute();
  await addMissingEvents(db);
}

/**
 * Stores the event with ledger entries that were written without one, by what their posting did: a payment has an entry of the
 * buyer, a completion one of a bank, and anything else is a release. It stays null if the milestone has no such event. Default:
 * of all tenants.
 */
export async function addMissingEvents(db: Kysely<Tables>, tenantId?: string): Promise<void> {
  const entries = db.updateTable('ledgerEntries').where('eventId', 'is', null);
  await (tenantId === undefined ? entries : entries.where('tenantId', '=', tenantId))
    .set(({ exists, selectFrom, case: when }) => {
      const hasAccount = (kind: string) =>
        exists(
          selectFrom('ledgerEntries as other')
            .whereRef('other.tenantId', '=', 'ledgerEntries.tenantId')
            .whereRef('other.milestoneId', '=', 'ledgerEntries.milestoneId')
            .whereRef('other.postingId', '=', 'ledgerEntries.postingId')
            .where('other.account', 'like', `${kind}:%`)
            .select('other.account'),
        );
      const status = when()
        .when(hasAccount('buyer'))
        .then('PAID')
        .when(hasAccount('bank'))
        .then('COMPLETED')
        .else('CASHOUT_IN_PROGRESS')
        .end();
      return {
        eventId: selectFrom('events')
          .whereRef('events.tenantId', '=', 'ledgerEntries.tenantId')
          .whereRef('events.milestoneId', '=', 'ledgerEntries.milestoneId')
          .where('events.status', '=', status)
          .select(({ fn }) => fn.min('events.id').as('eventId')),
      };
    })
    .execute();
}
