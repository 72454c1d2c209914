import type { IncomingEvent } from '../../src/event.ts';
import { createMemoryInbox } from '../../src/inbox/memory.ts';
import type { HandleEvent, Inbox, ProcessingOptions, QuarantinedBody } from '../../src/index.ts';

/** A memory inbox that also collects what it gets, and starts nothing. */
export interface RecordingInbox extends Inbox {
  stored: IncomingEvent[];
  quarantined: QuarantinedBody[];
  started: { handle: HandleEvent; options: ProcessingOptions | undefined; stopped: boolean }[];
}

export function createRecordingInbox(overrides: Partial<Inbox> = {}): RecordingInbox {
  const inbox = createMemoryInbox() as Inbox;
  const recorded: Pick<RecordingInbox, 'stored' | 'quarantined' | 'started'> = {
    stored: [],
    quarantined: [],
    started: [],
  };
  return {
    ...inbox,
    ...recorded,
    async insert(incoming) {
      const outcome = await inbox.insert(incoming);
      if (outcome === 'stored') recorded.stored.push(incoming);
      return outcome;
    },
    quarantine: async (body) => void recorded.quarantined.push(body),
    start(handle, options) {
      const processing = { handle, options, stopped: false };
      recorded.started.push(processing);
      return {
        async stop() {
          processing.stopped = true;
        },
      };
    },
    ...overrides,
  };
}
