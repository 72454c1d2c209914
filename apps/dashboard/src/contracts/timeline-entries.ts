import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { moneyText } from '../ui/text.ts';
import { accountText, partyName } from './account-text.ts';

type Milestone = ControlSchema<'Milestone'>;

/** Something that happened or will happen to a milestone. */
export interface TimelineEntry {
  key: string;
  /** On the tenant's clock. */
  at: number;
  /** The state for an entry of kind `state`. */
  title: string;
  /** Its effect on the money, or why it did not happen. */
  details: string[];
  /** Of an event or a bank transfer. */
  reference?: string | null;
  kind: 'state' | 'people' | 'planned';
}

/** What happened to a milestone, in order even on a frozen clock, and what automatic settlement does next. */
export function timelineEntries(milestone: Milestone): TimelineEntry[] {
  const entries = [
    createdEntry(milestone),
    ...joinEntries(milestone),
    ...transferEntries(milestone),
    ...stateEntries(milestone),
    ...plannedEntries(milestone),
  ];
  return entries.sort((one, other) => one.at - other.at);
}

function createdEntry({ createdAt, itemPrice, currency }: Milestone): TimelineEntry {
  const details = [`Price ${moneyText(itemPrice, currency)}`];
  return { key: 'created', at: createdAt, title: 'CREATED', details, kind: 'state' };
}

function joinEntries({ parties, state }: Milestone): TimelineEntry[] {
  const joined = Map.groupBy(
    parties.filter(({ joinedAt }) => joinedAt !== null),
    ({ joinedAt }) => joinedAt ?? 0,
  );
  const last = Math.max(...joined.keys());
  return [...joined].map(([at, people]) => {
    const details = people.map((party) => `${party.role} ${partyName(party)} joined, ${moneyText(party.amount)}`);
    const isComplete = at === last && state !== 'CREATED';
    const title = isComplete ? 'WAITING_FOR_PAYMENT' : 'Invitation accepted';
    return { key: `joined ${at}`, at, title, details, kind: isComplete ? 'state' : 'people' };
  });
}

function transferEntries({ payments }: Milestone): TimelineEntry[] {
  return payments
    .filter(({ state, reference }) => state === 'PENDING' || reference !== null)
    .map(({ userId, createdAt, reference, state }) => ({
      key: `transfer ${userId}`,
      at: createdAt,
      title: state === 'PENDING' ? 'Bank transfer is pending' : 'Bank transfer was chosen',
      details: [],
      reference,
      kind: 'people',
    }));
}

/** Each event with what its move posted. */
function stateEntries({ events, ledger, parties, currency }: Milestone): TimelineEntry[] {
  return events.map(({ eventId, status, createdAt, referenceId }) => {
    const posted = ledger.entries.filter((entry) => entry.eventId === eventId);
    const details = posted.map((entry) => `${signed(entry.amount)} ${currency ?? ''} ${accountText(entry, parties)}`);
    return { key: eventId, at: createdAt, title: status, details, reference: referenceId, kind: 'state' };
  });
}

function plannedEntries({ scheduledMove }: Milestone): TimelineEntry[] {
  if (!scheduledMove) return [];
  const { move, dueAt, attempts, refusal } = scheduledMove;
  const details = refusal === null ? [] : [`Refused ${attempts} times: ${refusal}`];
  return [{ key: 'planned', at: dueAt, title: `Automatic ${move}`, details, kind: 'planned' }];
}

function signed(amount: number): string {
  return amount > 0 ? `+${moneyText(amount)}` : moneyText(amount);
}
