import { WebhookError } from '../errors/webhook-error.ts';
import type { Inbox } from './inbox.ts';

/** The error of an inbox that is used after its `close`. */
const closedError = (): WebhookError => new WebhookError('inbox', 'The inbox is closed: open another one.');

/** An inbox that stores until its `close` has ended, and then refuses everything but another `close`. */
export function closable<Transaction>(inbox: Inbox<Transaction>): Inbox<Transaction> {
  let closing: Promise<void> | undefined;
  let isClosed = false;

  const whileOpen = <Result>(call: () => Promise<Result>): Promise<Result> =>
    isClosed ? Promise.reject(closedError()) : call();

  return {
    insert: (incoming) => whileOpen(() => inbox.insert(incoming)),
    quarantine: (body) => whileOpen(() => inbox.quarantine(body)),
    start(handle, options) {
      if (closing) throw closedError();
      return inbox.start(handle, options);
    },
    find: (filter) => whileOpen(() => inbox.find(filter)),
    counts: () => whileOpen(() => inbox.counts()),
    deadLetters: () => whileOpen(() => inbox.deadLetters()),
    replay: (key) => whileOpen(() => inbox.replay(key)),
    findQuarantined: (limit) => whileOpen(() => inbox.findQuarantined(limit)),
    close() {
      closing ??= inbox.close().finally(() => {
        isClosed = true;
      });
      return closing;
    },
  };
}
