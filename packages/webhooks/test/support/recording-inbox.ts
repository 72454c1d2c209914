import type { HandleEvent, Inbox, IncomingAside, IncomingEvent, ProcessingOptions } from '../../src/index.ts';

/** An inbox that keeps what it is given in lists, for tests of what comes before it. */
export interface RecordingInbox extends Inbox {
  stored: IncomingEvent[];
  keptAside: IncomingAside[];
  started: { handle: HandleEvent; options: ProcessingOptions | undefined; stopped: boolean }[];
}

const notNeeded = (): never => {
  throw new Error('This inbox only records.');
};

export function createRecordingInbox(overrides: Partial<Inbox> = {}): RecordingInbox {
  const stored: IncomingEvent[] = [];
  const keptAside: IncomingAside[] = [];
  const started: RecordingInbox['started'] = [];
  return {
    stored,
    keptAside,
    started,
    async insert(incoming) {
      if (stored.some(({ key }) => key === incoming.key)) return 'duplicate';
      stored.push(incoming);
      return 'stored';
    },
    async keepAside(aside) {
      keptAside.push(aside);
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
    deadLetters: notNeeded,
    replay: notNeeded,
    asides: notNeeded,
    close: notNeeded,
    ...overrides,
  };
}
