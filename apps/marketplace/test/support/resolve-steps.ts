import { type ListableJournal, resolveStep } from '@escrow-kit/client';
import type { Control } from '@escrow-kit/sandbox';

type Row = Record<string, unknown>;

/**
 * Resolves the pending steps of a journal from the service's data, as an operator would. Returns their number.
 * @param titleOf Finds the title of a contract by the key of its flow.
 */
export async function resolveSteps(
  journal: ListableJournal,
  { control }: { control: Control },
  titleOf: (key: string) => string | Promise<string>,
): Promise<number> {
  const steps = await journal.listPendingSteps();
  const { tables } = await control.export();
  for (const pending of steps) {
    const row = findRow(tables, { step: pending.step, title: await titleOf(pending.key) });
    const result = row && Object.fromEntries(pending.requiredFields.map((name) => [name, inRiyals(name, row[name])]));
    await resolveStep(journal, pending, result ? 'succeeded' : 'not-sent', result);
  }
  return steps.length;
}

/** Finds what a step creates; undefined if it was not created. */
function findRow(tables: Record<string, Row[]>, { step, title }: { step: string; title: string }): Row | undefined {
  // Only one seller has these.
  if (step === 'addBankAccount') return tables['bankAccounts']?.[0];
  if (step === 'addAddress') return tables['addresses']?.[0];
  const contract = tables['contracts']?.find(({ detailsJson }) => titleOf(detailsJson) === title);
  const milestones = (tables['milestones'] ?? []).filter(({ contractId }) => contractId === contract?.['id']);
  if (step === 'createContract') return contract;
  if (step === 'addParties') return milestones.find(({ state }) => state !== 'CREATED');
  return milestones[Number(step.replace('addMilestones.', '')) - 1];
}

/** The title of a contract, from a row of the sandbox. */
export const titleOf = (detailsJson: unknown): string => JSON.parse(String(detailsJson)).itemDetail.title;

const inRiyals = (name: string, value: unknown): unknown =>
  ['itemPrice', 'fee'].includes(name) ? Number(value) / 100 : value;
