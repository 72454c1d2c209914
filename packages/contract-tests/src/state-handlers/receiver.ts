import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it came. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders & { 'service-signature'?: string };
  bytes: Buffer;
}

/** Which event is waited for, and how many of its attempts are refused. */
interface ExpectedEvent {
  milestoneId: string;
  status: string;
  refusals: number;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  /** Forgets what came, and waits for another event. */
  expect(event: ExpectedEvent): void;
  /** Every attempt of the expected event. */
  attempts(): ReceivedEvent[];
  close(): Promise<void>;
}

/** Starts a receiver on a free port. It answers other events with 200. */
export async function startReceiver(): Promise<Receiver> {
  let expected: ExpectedEvent | undefined;
  let received: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await readBytes(request);
    // An event is told by what its text holds, so that one with other names of fields is received as well.
    const isExpected = expected && [expected.milestoneId, expected.status].every((text) => bytes.includes(`"${text}"`));
    if (isExpected) received.push({ headers: request.headers, bytes });
    const isRefused = isExpected && received.length <= (expected?.refusals ?? 0);
    response.writeHead(isRefused ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    expect(event) {
      expected = event;
      received = [];
    },
    attempts: () => [...received],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
