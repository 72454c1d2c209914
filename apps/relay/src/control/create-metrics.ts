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

/** Creates the metrics. No label holds an id. */
export function createMetrics(targets: readonly Target[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const received = new Counter({
    name: 'escrow_relay_received_total',
    help: 'Requests of the service, by outcome: stored, duplicate, quarantined or refused.',
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
  const events = new Gauge({
    name: 'escrow_relay_events',
    help: 'Events that wait, are attempted or need a person, by target and state.',
    labelNames: ['target', 'state'],
    registers,
  });
  const age = new Gauge({
    name: 'escrow_relay_oldest_event_seconds',
    help: 'The age of the oldest event that waits or is attempted; 0 if there is none.',
    labelNames: ['target'],
    registers,
  });

  const paused = new Gauge({
    name: 'escrow_relay_paused',
    help: '1 while nothing is forwarded to the target, because it was paused.',
    labelNames: ['target'],
    registers,
  });

  async function readStore({ name: target, inbox }: Target): Promise<void> {
    const { oldestAgeInMs = 0, ...counts } = await inbox.counts();
    for (const [state, count] of Object.entries(counts)) events.set({ target, state }, count);
    age.set({ target }, oldestAgeInMs / 1_000);
    paused.set({ target }, Number(await inbox.isPaused()));
  }

  return {
    note(news) {
      if (news.what === 'received') received.inc({ outcome: news.outcome });
      if (news.what === 'refused' || news.what === 'quarantined') received.inc({ outcome: news.what });
      if (news.what === 'failed') attempts.inc({ target: news.target, outcome: news.retryAt ? 'failed' : 'given up' });
      if (news.what !== 'forwarded') return;
      attempts.inc({ target: news.target, outcome: 'accepted' });
      duration.observe({ target: news.target }, news.answer.durationInMs / 1_000);
    },
    async text() {
      await Promise.all(targets.map(readStore));
      return await registry.metrics();
    },
    contentType: registry.contentType,
  };
}
