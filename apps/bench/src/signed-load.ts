import { once } from 'node:events';
import { connect } from 'node:net';
import { signedRequest } from '@escrow-kit/webhooks';

/** More different events than any machine accepts in a second, signed before the clock starts. */
const preparedPerSecond = 30_000;

/** Raw requests with different signed events, more than are sent in this time. */
export const prepareRequests = (seconds: number, secret: string): IterableIterator<Buffer> =>
  Array.from({ length: seconds * preparedPerSecond }, (_, index) => prepareRequest(index, secret)).values();

function prepareRequest(index: number, secret: string): Buffer {
  const event = { status: 'PAID', milestoneId: `milestone-${index}`, referenceId: `ref-${index}` };
  const { headers, body } = signedRequest({ event, secret });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST /webhooks HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${body}`);
}

/** Sends one request at a time on each connection. Resolves with the time until each answer. */
export async function send(
  requests: Iterator<Buffer>,
  { port, connections, seconds }: { port: number; connections: number; seconds: number },
): Promise<number[]> {
  const endsAt = performance.now() + seconds * 1_000;
  const latenciesInMs: number[] = [];
  async function sendInTurn(): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    for (let next = requests.next(); performance.now() < endsAt && !next.done; next = requests.next()) {
      const sentAt = performance.now();
      socket.write(next.value);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
      latenciesInMs.push(performance.now() - sentAt);
    }
    socket.destroy();
  }
  await Promise.all(Array.from({ length: connections }, sendInTurn));
  return latenciesInMs;
}
