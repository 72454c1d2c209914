import type { ReactNode } from 'react';
import { milestoneStates, StateName } from '../ui/badge.tsx';
import { CopyText } from '../ui/button.tsx';
import { moneyText } from '../ui/text.ts';
import { Age, Time } from '../ui/time.tsx';
import { moveLooks } from './moves.tsx';
import { accountText, type Milestone, partyName } from './parties.ts';

/** Every state of a milestone in order: since when it has been reached, or what leads to it. */
export function StateStrip({ milestone }: { milestone: Milestone }): ReactNode {
  const reached = timelineEntries(milestone).filter(({ kind }) => kind === 'state');
  const current = milestoneStates.findIndex(([state]) => state === milestone.state);
  return (
    <div className="card surface">
      <ol className="timeline steps" aria-label="States">
        {milestoneStates.map(([state], index) => (
          <li
            key={state}
            className={index > current ? `planned ${index === current + 1 ? 'amber' : ''}` : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <p>
              <StateName state={state} />
            </p>
            <p className="muted">
              {index > current ? (
                <Cause milestone={milestone} state={state} isNext={index === current + 1} />
              ) : (
                <>
                  {index === current ? 'Now, since ' : 'Reached '}
                  <Time at={reached.find(({ title }) => title === state)?.at ?? milestone.createdAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What leads to a state that has not been reached, and when it happens automatically. */
function Cause({ milestone, state, isNext }: { milestone: Milestone; state: string; isNext: boolean }): ReactNode {
  const { scheduledMove } = milestone;
  const when = Object.values(moveLooks).find(({ to }) => to === state)?.when;
  return (
    <>
      {isNext ? 'Next' : 'Later'}, {when}
      {isNext && scheduledMove && (
        <>
          : automatic <Age at={scheduledMove.dueAt} />
        </>
      )}
    </>
  );
}

/** The past and planned events of a milestone, by the tenant's clock. */
export function Timeline({ milestone }: { milestone: Milestone }): ReactNode {
  return (
    <ol className="timeline">
      {timelineEntries(milestone).map(({ key, at, title, details, reference, kind }) => (
        <li key={key} className={kind}>
          <p>
            <strong>{kind === 'state' ? <StateName state={title} /> : title}</strong>
          </p>
          <p className="muted">
            <Time at={at} /> (<Age at={at} />)
          </p>
          {Object.entries(details).map(([position, detail]) => (
            <p key={position}>{detail}</p>
          ))}
          {reference && (
            <p>
              Reference <CopyText text={reference} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Something that happened or will happen to a milestone. */
interface TimelineEntry {
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
function timelineEntries(milestone: Milestone): TimelineEntry[] {
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
      title: state === 'PENDING' ? 'Bank transfer pending' : 'Bank transfer chosen',
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
