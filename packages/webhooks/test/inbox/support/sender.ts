import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventStatuses, retryDelaysInSeconds } from '@escrow-kit/spec';
import { type EventToSend, eventKey, parseEvent, signedRequest } from '../../../src/index.ts';
import type { KeyCount } from './key-count.ts';
import { secret } from './trace-store.ts';

/** The delays of the service's retries (HOOK-4), divided by a factor. */
export const retryDelaysInMs = ({ timesFaster }: { timesFaster: number }): number[] =>
  retryDelaysInSeconds.map((delay) => (delay * 1000) / timesFaster);

/** How a sender sends. */
export interface SenderOptions {
  /** The port of a receiver, if there is one at the moment. */
  port: () => number | undefined;
  /** Delays after each failed attempt. */
  delaysInMs: readonly number[];
  /** How long an answer may take. The service's limit is not shown. */
  timeoutInMs: number;
  connections: number;
}

/** The events that were answered with 200, and those that were not. */
export interface SentEvents {
  acknowledged: KeyCount;
  failed: KeyCount;
}

let eventCount = 0;

/** An event of one of 200 milestones. */
function nextEvent(): EventToSend {
  eventCount += 1;
  const status = eventStatuses[randomInt(eventStatuses.length)] as string;
  return { milestoneId: `milestone-${randomInt(200)}`, status, referenceId: `reference-${eventCount}` };
}

/** Sends events without a pause, on each connection, until it is over. */
export async function sendUntil(
  isOver: () => boolean,
  { acknowledged, failed }: SentEvents,
  options: SenderOptions,
): Promise<void> {
  const sender = createSender(options);
  async function sendOn(): Promise<void> {
    while (!isOver()) {
      const event = nextEvent();
      const wasReceived = await sender.send(event);
      (wasReceived ? acknowledged : failed).add(await keyOf(event));
    }
  }
  await Promise.all(Array.from({ length: options.connections }, sendOn));
  sender.close();
}

/** How many events of how many milestones to send. */
interface Series {
  milestones: number;
  eventsPerMilestone: number;
}

/** Sends the events of each milestone one after the other. Resolves with the keys of each, in this order. */
export async function sendInOrder(
  { milestones, eventsPerMilestone }: Series,
  { acknowledged, failed }: SentEvents,
  options: SenderOptions,
): Promise<string[][]> {
  const sender = createSender(options);
  async function sendMilestone(milestone: number): Promise<string[]> {
    const keys: string[] = [];
    for (let index = 0; index < eventsPerMilestone; index += 1) {
      const event = { ...nextEvent(), milestoneId: `milestone-${milestone}` };
      const key = await keyOf(event);
      keys.push(key);
      const wasReceived = await sender.send(event);
      (wasReceived ? acknowledged : failed).add(key);
    }
    return keys;
  }
  const sent = await Promise.all(Array.from({ length: milestones }, (_, milestone) => sendMilestone(milestone)));
  sender.close();
  return sent;
}

async function keyOf(event: EventToSend): Promise<string> {
  const { body } = signedRequest({ event, secret });
  const parsed = parseEvent(body);
  return parsed ? await eventKey(parsed, body) : '';
}

/** Sends as the service does: an event counts as received once it was answered with 200. */
interface Sender {
  /** Resolves with whether one of the attempts was answered with 200. */
  send(event: EventToSend): Promise<boolean>;
  close(): void;
}

function createSender({ port, delaysInMs, timeoutInMs, connections }: SenderOptions): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function attempt({ body, headers }: { body: string; headers: Record<string, string> }): Promise<boolean> {
    const target = port();
    if (!target) return Promise.resolve(false);
    return new Promise((resolve) => {
      const options = { port: target, host: '127.0.0.1', method: 'POST', headers, agent, timeout: timeoutInMs };
      const sent = request(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
        response.on('error', () => resolve(false));
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(false));
      sent.end(body);
    });
  }

  return {
    async send(event) {
      const signed = signedRequest({ event, secret });
      if (await attempt(signed)) return true;
      for (const delayInMs of delaysInMs) {
        await delay(delayInMs);
        if (await attempt(signed)) return true;
      }
      return false;
    },
    close: () => agent.destroy(),
  };
}
