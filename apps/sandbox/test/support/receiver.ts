import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import type { ControlSchema, Sandbox } from '../../src/index.ts';
import type { ServerContext } from '../../src/server/server-context.ts';

/** A request that the receiver got. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: { contractId: string; status: string; referenceId: string };
}

/** How long to wait for an event, even on a busy machine. */
const limitInMs = 45_000;

/** A receiver of webhooks on a free port. */
export interface Receiver {
  url: string;
  events: ReceivedEvent[];
  /** Answers a request. Default: 200 at once. */
  answer: (response: ServerResponse, request: IncomingMessage, event: ReceivedEvent) => void;
  /** Resolves when `count` requests have come. */
  received(count: number): Promise<ReceivedEvent[]>;
  /** Frees the port, so that connections are refused. */
  close(): Promise<void>;
}

export async function createReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const bytes = await readBytes(request);
    // A request that ended early does not count.
    if (!bytes) return;
    const event = { headers: request.headers, bytes, body: JSON.parse(bytes.toString()) };
    receiver.events.push(event);
    receiver.answer(response, request, event);
    for (const check of waiting) check();
  });
  const receiver: Receiver = {
    url: await listen(server),
    events: [],
    answer: (response) => void response.writeHead(200).end(),
    received: (count) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          reject(new Error(`Of ${count} events ${receiver.events.length} came within ${limitInMs / 1000} seconds.`));
        }, limitInMs);
        const check = () => {
          if (receiver.events.length < count) return;
          waiting.delete(check);
          clearTimeout(limit);
          resolve(receiver.events);
        };
        waiting.add(check);
        check();
      }),
    close: () => close(server),
  };
  return receiver;
}

/** A receiver for each test of the enclosing block. */
export function eachReceiver(): () => Receiver {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await createReceiver();
  });
  afterEach(() => receiver.close());
  return () => receiver;
}

async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The deliveries of a milestone in the order of their events. */
export async function deliveriesOf({ control }: Sandbox, milestoneId: string): Promise<ControlSchema<'Delivery'>[]> {
  return (await control.deliveries({ milestoneId })).deliveries.toReversed();
}

/** Every attempt to deliver the events of a milestone, in order. */
export async function attemptsOf(sandbox: Sandbox, milestoneId: string): Promise<ControlSchema<'DeliveryAttempt'>[]> {
  return (await deliveriesOf(sandbox, milestoneId)).flatMap(({ attemptLog }) => attemptLog);
}

/** Removes pending deliveries of earlier tests before each test of the enclosing block. */
export function forgetDeliveriesBeforeEach(started: () => { service: ServerContext }): void {
  beforeEach(() => {
    started().service.store.delete('deliveries', {});
  });
}
