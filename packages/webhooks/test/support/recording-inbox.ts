import type { IncomingEvent } from '../../src/event/stored-event.ts';
import type { HandleEvent, Inbox, ProcessingOptions, QuarantinedBody } from '../../src/index.ts';

/** An inbox that collects what it gets in lists, for tests of the receiver. */
export interface RecordingInbox extends Inbox {
  stored: IncomingEvent[];
  quarantined: QuarantinedBody[];
  started: { handle: HandleEvent; options: ProcessingOptions | undefined; stopped: boolean }[];
}

const notNeeded = (): never => {
  throw new Error('This inbox only records.');
};

export function createRecordingInbox(overrides: Partial<Inbox> = {}): RecordingInbox {
  const stored: IncomingEvent[] = [];
  const quarantined: QuarantinedBody[] = [];
  const started: RecordingInbox['started'] = [];
  return {
    stored,
    quarantined,
    started,
    ready: async () => {},
    async insert(incoming) {
      if (stored.some(({ key }) => key === incoming.key)) return 'duplicate';
      stored.push(incoming);
      return 'stored';
    },
    async quarantine(body) {
      quarantined.push(body);
    },
    start(handle, options) {
      const processing = { handle, options, stopped: false };
      started.push(processing);
      return {
        async stop() {
          processing.stopped = true;
        },
      };
    },
    find: notNeeded,
    counts: notNeeded,
    drain: notNeeded,
    deadLetters: notNeeded,
    replay: notNeeded,
    findQuarantined: notNeeded,
    prune: notNeeded,
    close: notNeeded,
    ...overrides,
  };
}
