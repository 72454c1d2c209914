export type { JournalCase, OpenedJournal } from './journal-case.ts';
export { journalCases } from './journal-cases.ts';
export { pendingStepCases } from './pending-step-cases.ts';
