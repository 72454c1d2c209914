import { connect } from 'node:net';
import { signedRequest } from '../src/index.ts';

/** The load of a benchmark. */
export interface Load {
  port: number;
  secret: string;
  connections: number;
  seconds: number;
}

/** What was measured. */
export interface Measured {
  /** Events that were answered with 200. */
  answered: number;
  seconds: number;
  p50InMs: number;
  p99InMs: number;
}

/** More different events than any machine accepts in a second, signed before the clock starts. */
const preparedPerSecond = 30_000;

function prepareRequest(index: number, secret: string): Buffer {
  const milestoneId = `milestone-${index}`;
  const { headers, body } = signedRequest({
    event: { status: 'PAID', milestoneId, referenceId: `ref-${index}` },
    secret,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST /webhooks HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${body}`);
}

/** Sends on one connection, an event at a time, until the time or the events are over. */
function sendOn(port: number, requests: Iterator<Buffer>, endsAt: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    const sendNext = (): void => {
      const next = performance.now() < endsAt ? requests.next() : { done: true as const, value: undefined };
      if (next.done) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(next.value);
    };
    socket.on('connect', sendNext);
    socket.on('error', reject);
    socket.on('data', (answer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) return reject(new Error(answer.toString()));
      latencies.push(performance.now() - sentAt);
      sendNext();
    });
  });
}

async function sendFor(seconds: number, requests: Iterator<Buffer>, { port, connections }: Load): Promise<Measured> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => sendOn(port, requests, endsAt, latencies)));
  const took = (performance.now() - startedAt) / 1_000;
  const sorted = latencies.toSorted((one, other) => one - other);
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { answered: sorted.length, seconds: took, p50InMs: percentile(0.5), p99InMs: percentile(0.99) };
}

/** Sends different signed events for a second, to warm up. Resolves with the function that measures. */
export async function prepareLoad(load: Load): Promise<() => Promise<Measured>> {
  const count = (load.seconds + 1) * preparedPerSecond;
  const requests = Array.from({ length: count }, (_, index) => prepareRequest(index, load.secret)).values();
  await sendFor(1, requests, load);
  return () => sendFor(load.seconds, requests, load);
}
