import type { InboxCounts } from '@escrow-kit/webhooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TellNews } from '../output/news.ts';
import type { Target } from '../targets/target.ts';

/** The metrics of a relay, for Prometheus. */
export interface Metrics {
  /** Counts what happens. */
  note: TellNews;
  /** Reads the stores and returns all metrics as text. */
  text(): Promise<string>;
  contentType: string;
}

/** How long a store may take to be read: less than the 10 s for which Prometheus waits. */
const storeLimitInMs = 5_000;

/** Creates the metrics. No label holds an id. While a store can't be read, the others are there, and `tell` hears why. */
export function createMetrics(targets: readonly Target[], tell: TellNews): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const received = new Counter({
    name: 'escrow_relay_received_total',
    help: 'Requests of the service, by outcome: stored, duplicate, quarantined, refused or not_stored.',
    labelNames: ['outcome'],
    registers,
  });
  const attempts = new Counter({
    name: 'escrow_relay_attempts_total',
    help: 'Attempts to forward an event, by target and outcome.',
    labelNames: ['target', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'escrow_relay_answer_seconds',
    help: 'How long a target took to accept an event.',
    labelNames: ['target'],
    registers,
  });
  const gaugeOf = (name: string, help: string, ...others: string[]): Gauge =>
    new Gauge({ name, help, labelNames: ['target', ...others], registers });
  const events = gaugeOf(
    'escrow_relay_events',
    'Events that wait, are attempted or need a person, by target and state.',
    'state',
  );
  const age = gaugeOf(
    'escrow_relay_oldest_event_seconds',
    'The age of the oldest event that waits or is attempted; 0 if there is none.',
  );
  const paused = gaugeOf('escrow_relay_paused', '1 while nothing is forwarded to the target, because it was paused.');
  const storeUp = gaugeOf(
    'escrow_relay_store_up',
    '1 if the store of the target can be read; otherwise there are no events, age and pause of it.',
  );

  async function readStore({ name: target, inbox }: Target): Promise<StoreState> {
    try {
      const reading = Promise.all([inbox.counts(), inbox.isPaused()]);
      const [counts, isPaused] = await Promise.race([reading, failAfter(storeLimitInMs)]);
      return { target, isUp: true, counts, isPaused };
    } catch (error) {
      tell({ what: 'trouble', target, message: (error as Error).message });
      return { target, isUp: false };
    }
  }

  function show(state: StoreState): void {
    const { target } = state;
    storeUp.set({ target }, Number(state.isUp));
    if (!state.isUp) return;
    const { oldestAgeInMs = 0, ...counts } = state.counts;
    for (const [state, count] of Object.entries(counts)) events.set({ target, state }, count);
    age.set({ target }, oldestAgeInMs / 1_000);
    paused.set({ target }, Number(state.isPaused));
  }

  return {
    note(news) {
      if (news.what === 'received') received.inc({ outcome: news.outcome });
      if ('reason' in news) received.inc({ outcome: news.what });
      if (news.what === 'failed') attempts.inc({ target: news.target, outcome: news.retryAt ? 'failed' : 'given up' });
      if (news.what !== 'forwarded') return;
      attempts.inc({ target: news.target, outcome: 'accepted' });
      duration.observe({ target: news.target }, news.answer.durationInMs / 1_000);
    },
    async text() {
      const states = await Promise.all(targets.map(readStore));
      for (const gauge of [events, age, paused]) gauge.reset();
      states.forEach(show);
      return await registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type StoreState =
  | { target: string; isUp: true; counts: InboxCounts; isPaused: boolean }
  | { target: string; isUp: false };

const failAfter = (limitInMs: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The store gave no answer in ${limitInMs} ms.`)), limitInMs).unref();
  });
