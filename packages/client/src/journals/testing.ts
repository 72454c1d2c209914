export { doubtCases } from './doubt-cases.ts';
export type { JournalCase, OpenedJournal } from './journal-case.ts';
export { journalCases } from './journal-cases.ts';
