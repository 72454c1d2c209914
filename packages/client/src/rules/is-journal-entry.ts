import { isRecord, isText } from './guards.ts';

function isStep(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || !isText(value['inputHash'])) return false;
  return value['status'] === 'pending' ? isText(value['since']) : value['status'] === 'done' && 'result' in value;
}

const isService = (value: unknown): boolean =>
  isRecord(value) && isText(value['address']) && (value['instance'] === undefined || isText(value['instance']));

/** Whether a value is a journal entry, with every part that flows read. */
export function isJournalEntry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { flow, salt, revision, service, completedAt, steps } = value;
  if (!isText(flow) || !isText(salt) || !Number.isInteger(revision)) return false;
  if (!isRecord(steps) || !Object.values(steps).every(isStep)) return false;
  return (service === undefined || isService(service)) && (completedAt === undefined || isText(completedAt));
}
