import { expect, test, vi } from 'vitest';
import { type ContractEvent, type EventContext, handleByStatus, parseEvent } from '../src/index.ts';
import { createObservedReceiver } from './support/receiver.ts';

const contextOf = (isLate: boolean): EventContext => ({
  key: 'key-1',
  rawBody: '',
  attempt: 1,
  isLate,
  isUnkeyed: false,
  receivedAt: new Date(0),
  signal: new AbortController().signal,
  transaction: undefined,
});

const eventOf = (status: string): ContractEvent => {
  const event = parseEvent(JSON.stringify({ contractId: 'milestone-1', status, referenceId: 'reference-1' }));
  return event ?? expect.unreachable('this is an event');
};

const createHandlers = () => ({
  PAID: vi.fn(),
  CASHOUT_IN_PROGRESS: vi.fn(),
  COMPLETED: vi.fn(),
  unknown: vi.fn(),
  late: vi.fn(),
});

test.each([
  ['PAID', 'PAID'],
  ['CASHOUT_IN_PROGRESS', 'CASHOUT_IN_PROGRESS'],
  ['COMPLETED', 'COMPLETED'],
  ['REFUNDED', 'unknown'],
] as const)('HOOK-5 %s goes to the handler %s and to no other', async (status, name) => {
  const handlers = createHandlers();
  const [event, context] = [eventOf(status), contextOf(false)];

  await handleByStatus(handlers)(event, context);

  expect(Object.values(handlers).flatMap(({ mock }) => mock.calls)).toEqual([[event, context]]);
  expect(handlers[name]).toHaveBeenCalledOnce();
});

test('HOOK-7 HOOK-8 without a handler an event is done; a late one goes to the handler late if there is one, otherwise to that of its status', async () => {
  const { PAID, late } = createHandlers();
  const [event, context] = [eventOf('PAID'), contextOf(true)];

  await handleByStatus({ PAID, late })(event, context);
  expect(PAID).not.toHaveBeenCalled();
  await handleByStatus({ PAID })(event, context);
  await handleByStatus({})(event, context);

  expect(late).toHaveBeenCalledExactlyOnceWith(event, context);
  expect(PAID).toHaveBeenCalledExactlyOnceWith(event, context);
});

test('HOOK-3 start hands the handlers to the inbox once, and again after a stop', async () => {
  const { PAID } = createHandlers();
  const { receiver, inbox } = createObservedReceiver({ handlers: { PAID } });

  receiver.start({ concurrency: 2 });
  receiver.start();
  await inbox.started[0]?.handle(eventOf('PAID'), contextOf(false));
  await receiver.stop();
  await receiver.stop();
  receiver.start();

  const stopped = { options: { concurrency: 2 }, stopped: true };
  expect(inbox.started).toMatchObject([stopped, { stopped: false }]);
  expect(PAID).toHaveBeenCalledOnce();
});

test('a handler that is not a function, and a start without handlers, are refused at once', () => {
  expect(() => handleByStatus({ PAID: 1 as never })).toThrow('handlers: PAID is not a function.');
  expect(() => createObservedReceiver().receiver.start()).toThrow(/^handlers: /);
});
