export type { PostgresConnection } from './connect.ts';
export { createPostgresInbox, type PostgresInboxOptions, type PostgresTransaction } from './create-postgres-inbox.ts';
