import { styleText } from 'node:util';
import type { ContractEvent } from '@escrow-kit/webhooks';
import { printable, type RelayNews, statusOnTheWire, type TellNews } from './news.ts';

type Colour = Parameters<typeof styleText>[0];

/** Prints each event and each answer: a coloured line on a terminal, JSON elsewhere. */
export function printLive(
  stream: NodeJS.WritableStream,
  { isJson, now }: { isJson: boolean; now: () => Date },
): TellNews {
  return (news) => {
    if (news.what === 'trouble') return;
    const at = now();
    stream.write(
      `${isJson ? JSON.stringify({ at: at.toISOString(), ...toRecord(news) }) : toLine(news, at, stream)}\n`,
    );
  };
}

type LiveNews = Exclude<RelayNews, { what: 'trouble' }>;

/** Without the body of the event. */
function toRecord(news: LiveNews): Record<string, unknown> {
  if (!('event' in news)) return { ...news };
  const { event, ...others } = news;
  const answer = 'answer' in others && { ...others.answer, durationInMs: Math.round(others.answer.durationInMs) };
  return {
    ...others,
    ...(answer && { answer }),
    event: statusOnTheWire(event),
    milestoneId: event.milestoneId,
    referenceId: event.referenceId,
  };
}

function toLine(news: LiveNews, at: Date, stream: NodeJS.WritableStream): string {
  const colour = (style: Colour, text: string): string => styleText(style, text, { stream });
  const time = colour('dim', at.toISOString().slice(11, 23));
  const described = (event: ContractEvent): string =>
    printable(`${statusOnTheWire(event)} ${event.milestoneId ?? 'without a milestone'}`);
  switch (news.what) {
    case 'received': {
      const repeat = news.outcome === 'duplicate' ? colour('yellow', ' again') : '';
      return `${time} <-- ${described(news.event)}${repeat}`;
    }
    case 'refused':
    case 'quarantined':
    case 'not_stored':
      return `${time} <-- ${colour('red', news.what)}: ${news.reason}`;
    case 'forwarded': {
      const { status, durationInMs } = news.answer;
      const answer = colour('green', `${status}`);
      return `${time} --> ${news.target} ${described(news.event)} ${answer} ${Math.round(durationInMs)} ms${attemptOf(news)}`;
    }
    case 'failed': {
      const next = news.retryAt ? `again at ${news.retryAt.toISOString().slice(11, 19)}` : 'given up';
      return `${time} --> ${news.target} ${described(news.event)} ${colour('red', news.kind)}, ${next}${attemptOf(news)}`;
    }
  }
}

const attemptOf = ({ attempt }: { attempt: number }): string => (attempt > 1 ? ` (attempt ${attempt})` : '');
