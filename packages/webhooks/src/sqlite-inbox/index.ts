export { createSqliteInbox, type SqliteInboxOptions, type SqliteTransaction } from './create-sqlite-inbox.ts';
