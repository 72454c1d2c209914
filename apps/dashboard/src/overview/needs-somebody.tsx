import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { milestoneEntry } from '../contracts/milestone-list.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { Columns, Section } from '../ui/page.tsx';
import { moneyText } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';

type Attention = ControlSchema<'Overview'>['attention'];
type Milestone = Attention['waitingLongest'][number];

interface NeedsSomebodyProps {
  attention: Attention;
  /** The start of the hours whose refused requests are counted. */
  since: number;
}

/** Deliveries, refused calls, and milestones that need somebody. */
export function NeedsSomebody({ attention, since }: NeedsSomebodyProps): ReactNode {
  const { failedDeliveries, pendingDeliveries, refusedRequests, overdue, waitingLongest } = attention;
  const overdueCount = overdue.count > 0 ? `: ${overdue.count.toLocaleString('en')}` : '';
  return (
    <>
      <Section title="Needs somebody">
        <ul className="grid">
          <Figure label="Failed deliveries" count={failedDeliveries} href="/deliveries?state=failed" isBad />
          <Figure label="Pending deliveries" count={pendingDeliveries} href="/deliveries?state=pending" />
          <Figure
            label="Calls refused in 24 hours"
            count={refusedRequests}
            href={`/requests?outcome=refused&from=${since}`}
          />
        </ul>
      </Section>
      <Columns>
        <Section title={`Past their deadline${overdueCount}`}>
          <List
            label="Milestones past their deadline"
            entries={overdue.milestones.map((milestone) => toEntry(milestone, 'due', milestone.deadLine))}
            empty="No milestone is past its deadline."
          />
        </Section>
        <Section title="Waiting longest">
          <List
            label="Milestones that wait longest"
            entries={waitingLongest.map((milestone) => toEntry(milestone, 'changed', milestone.updatedAt))}
            empty="No milestone waits."
          />
        </Section>
      </Columns>
    </>
  );
}

interface FigureProps {
  label: string;
  count: number;
  href: string;
  isBad?: boolean;
}

function Figure({ label, count, href, isBad = false }: FigureProps): ReactNode {
  return (
    <li>
      <Link href={href} className="card surface stack plain-link">
        <span className={`figure ${isBad && count > 0 ? 'bad' : ''}`}>{count.toLocaleString('en')}</span>
        <span className="muted">{label}</span>
      </Link>
    </li>
  );
}

/** With the price, and how long ago something was. */
function toEntry(milestone: Milestone, what: string, time: string | number | null): ListEntry {
  return {
    ...milestoneEntry(
      milestone,
      time !== null && (
        <>
          {what} <Age at={new Date(time).getTime()} />
        </>
      ),
    ),
    end: <strong>{moneyText(milestone.itemPrice, milestone.currency)}</strong>,
  };
}
