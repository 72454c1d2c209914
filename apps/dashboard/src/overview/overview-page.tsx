import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl, useTenant, useTenantId } from '../api/use-control.ts';
import { milestoneEntry } from '../contracts/contracts-page.tsx';
import { ReasonsForAll } from '../deliveries/reasons.tsx';
import { RequestStatus } from '../requests/request-list.tsx';
import { AttemptName, Badge, EventStatus, State, type Tone, toneOf } from '../ui/badge.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded, Page, Section } from '../ui/page.tsx';
import { countText, moneyText, timeOfDeadline } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';

type Overview = ControlSchema<'Overview'>;

/** Counts, what needs attention, and recent activity. */
export function OverviewPage(): ReactNode {
  const tenant = useTenantId();
  return (
    <Page title="Overview" intro={`Activity in tenant ${tenant}`}>
      <ReasonsForAll />
      <Loaded query={useControl('overview')} what="the overview">
        {(overview) => (
          <>
            {overview.latest.length === 0 && <FirstCall />}
            <Counts overview={overview} />
            <Section title="Needs attention">
              <NeedsAttention {...overview.attention} />
            </Section>
            <Section title="Recent activity">
              <List
                label="Recent activity"
                entries={overview.latest.map((one) => ({ ...describe(one), end: <Age at={one.at} /> }))}
                empty="Nothing has happened yet."
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function FirstCall(): ReactNode {
  return (
    <Notice title="Make the first call">
      <p>
        Call the service at <code>{location.origin}</code> with this tenant's credentials. Activity appears here
        automatically.
      </p>
    </Notice>
  );
}

const outcomeTones = { answered: 'green', refused: 'amber', failed: 'red' } as const;

/** How many milestones, requests and deliveries there are, by state. */
function Counts({ overview: { milestonesByState, requestsByOutcome } }: { overview: Overview }): ReactNode {
  const { events = 0, pendingDeliveries = 0, failedDeliveries = 0 } = useTenant()?.counts ?? {};
  const deliveries = { pending: pendingDeliveries, failed: failedDeliveries };
  const delivered = events - pendingDeliveries - failedDeliveries;
  return (
    <div className="columns">
      <Count
        title="Milestones"
        href="/contracts?state="
        parts={milestonesByState.map(({ state, count }) => ({
          name: state,
          count,
          tone: toneOf(state),
          badge: <State state={state} />,
        }))}
      />
      <Count
        title="Requests"
        href="/requests?outcome="
        parts={(['answered', 'refused', 'failed'] as const).map((outcome) => ({
          name: outcome,
          count: requestsByOutcome[outcome],
          tone: outcomeTones[outcome],
          badge: <Badge tone={outcomeTones[outcome]}>{outcome}</Badge>,
        }))}
      />
      <Count
        title="Deliveries"
        href="/deliveries?state="
        parts={(['delivered', 'pending', 'failed'] as const).map((state) => ({
          name: state,
          count: state === 'delivered' ? delivered : deliveries[state],
          tone: toneOf(state),
          badge: <State state={state} />,
        }))}
      />
    </div>
  );
}

interface Part {
  name: string;
  count: number;
  tone: Tone;
  badge: ReactNode;
}

/** A count as a bar of its parts, each of which leads to what it counts. */
function Count({ title, href, parts }: { title: string; href: string; parts: Part[] }): ReactNode {
  const sum = parts.reduce((total, { count }) => total + count, 0);
  return (
    <section className="card surface stack" aria-label={title}>
      <div className="row apart">
        <h2>{title}</h2>
        <strong className="figure">{sum.toLocaleString('en')}</strong>
      </div>
      {/* The list below says the same in words. */}
      <div className="share-bar" aria-hidden>
        {parts.map(
          ({ name, count, tone }) => count > 0 && <span key={name} className={tone} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className="row" aria-label={`${title} by state`}>
        {parts.map(({ name, count, badge }) => (
          <li key={name}>
            <Link href={`${href}${name}`} className="row plain-link">
              {badge} <strong>{count.toLocaleString('en')}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Failed deliveries, milestones past their deadline, and those waiting longest, each once. */
function NeedsAttention({ failedDeliveries, overdue, waitingLongest }: Overview['attention']): ReactNode {
  const failed: ListEntry = {
    id: 'failed deliveries',
    href: '/deliveries?state=failed',
    badge: <State state="failed" />,
    title: failedDeliveries === 1 ? 'A webhook failed' : `${failedDeliveries.toLocaleString('en')} webhooks failed`,
    text: 'All attempts failed. Fix the receiver, then redeliver.',
  };
  const isOverdue = new Set(overdue.milestones.map(({ milestoneId }) => milestoneId));
  const entries = [
    ...(failedDeliveries > 0 ? [failed] : []),
    ...overdue.milestones.map((milestone) =>
      waitingEntry(milestone, 'deadline passed', timeOfDeadline(milestone.deadLine)),
    ),
    ...waitingLongest
      .filter(({ milestoneId }) => !isOverdue.has(milestoneId))
      .map((milestone) => waitingEntry(milestone, 'waiting, last changed', milestone.updatedAt)),
  ];
  const more = overdue.count - overdue.milestones.length;
  return (
    <>
      <List label="Needs attention" entries={entries} empty="Nothing needs attention." />
      {more > 0 && <p className="muted">{countText(more, 'more milestone')} past the deadline.</p>}
    </>
  );
}

function waitingEntry(milestone: Overview['attention']['waitingLongest'][number], what: string, at: number): ListEntry {
  const { itemPrice, currency } = milestone;
  return {
    ...milestoneEntry(
      milestone,
      <>
        {what} <Age at={at} />
      </>,
    ),
    end: <strong>{moneyText(itemPrice, currency)}</strong>,
  };
}

/** An answered request, an event, or an attempt to deliver one. */
function describe(happening: ControlSchema<'Happening'>): ListEntry {
  if (happening.kind === 'request') {
    const { requestId, operationId, method, path, status, rule } = happening;
    const call = `${method} ${path}`;
    return {
      id: requestId,
      href: `/requests/${requestId}`,
      badge: <RequestStatus status={status} />,
      title: operationId ?? call,
      text: rule === null ? call : `${call} breaks ${rule}`,
    };
  }
  const { milestoneId, title, status } = happening;
  const of = title || milestoneId;
  if (happening.kind === 'event') {
    return {
      id: happening.eventId,
      href: `/contracts/${milestoneId}`,
      badge: <EventStatus status={status} />,
      title: of,
      text: 'The milestone changed state',
    };
  }
  const { deliveryId, at, attempt, outcome, answerStatus } = happening;
  return {
    id: `${deliveryId} ${attempt} ${at}`,
    href: `/deliveries/${deliveryId}`,
    badge: <State state={outcome} />,
    title: <AttemptName attempt={attempt} status={status} />,
    text: `${of}: ${answerStatus === null ? 'no answer' : `answered ${answerStatus}`}`,
  };
}
