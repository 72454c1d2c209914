import { createServer } from 'node:https';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { startEndpoint } from '../support/endpoint.ts';
import { examine } from '../support/examine.ts';
import { listen } from '../support/listen.ts';

const longText = Buffer.alloc(16_384, 'a');

interface Unreachable {
  title: string;
  /** Returns its address. */
  start(): Promise<string>;
  remedy: string;
  timeoutInMs?: number;
}

const unreachable: Unreachable[] = [
  {
    title: 'HOOK-3 an endpoint that never answers',
    start: () => startEndpoint({ answer: () => {} }),
    remedy: 'no whole answer in time',
    timeoutInMs: 100,
  },
  {
    title: 'HOOK-3 an answer that never ends',
    start: () => startEndpoint({ answer: (_, response) => response.writeHead(200).write('R') }),
    remedy: 'no whole answer in time',
    timeoutInMs: 100,
  },
  {
    title: 'an endless answer',
    start: () =>
      startEndpoint({
        answer(_, response) {
          const write = () => {
            while (!response.destroyed && response.write(longText));
          };
          response.on('drain', write).writeHead(200);
          write();
        },
      }),
    remedy: 'more than 64 KiB',
  },
  {
    title: 'HOOK-3 a redirect, which is not followed',
    start: () => startEndpoint({ answer: (_, response) => response.writeHead(307, { location: '/' }).end() }),
    remedy: 'name its target',
  },
  {
    title: 'HOOK-3 an endpoint that looks the milestone up before it answers',
    start: () => startEndpoint({ receive: () => 404 }),
    remedy: 'it should answer first',
  },
  {
    title: 'HOOK-2 another secret',
    start: () => startEndpoint({ isAuthentic: () => false }),
    remedy: 'Is this the secret of the endpoint',
  },
  {
    title: 'HOOK-3 an endpoint that fails',
    start: () => startEndpoint({ receive: () => 500 }),
    remedy: 'See the log',
  },
  {
    title: 'a closed port',
    start: async () => 'http://127.0.0.1:9',
    remedy: 'Nothing listens',
  },
  {
    title: 'a connection that is closed',
    start: () => startEndpoint({ answer: (message) => void message.socket.destroy() }),
    remedy: 'The connection ended',
  },
  {
    title: 'an answer that is none',
    start: () =>
      startEndpoint({
        answer: (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
      }),
    remedy: 'The connection ended',
  },
  {
    title: 'an answer that is cut',
    start: () =>
      startEndpoint({ answer: (_, response) => void response.writeHead(200).write('R', () => response.destroy()) }),
    remedy: 'The connection ended',
  },
  {
    title: 'another protocol',
    start: () => startEndpoint({ answer: (message) => void message.socket.end('SSH-2.0-server\r\n') }),
    remedy: 'no valid HTTP',
  },
  {
    title: 'an answer with huge headers',
    start: () =>
      startEndpoint({ answer: (_, response) => response.writeHead(200, { huge: 'a'.repeat(70_000) }).end() }),
    remedy: 'headers of its answer have more than 64 KiB',
  },
  {
    title: 'a certificate that nobody trusts',
    start: () => startTls(),
    remedy: 'set NODE_EXTRA_CA_CERTS',
  },
  {
    title: 'TLS where HTTP is expected',
    start: async () => (await startTls()).replace('https:', 'http:'),
    remedy: 'The connection ended',
  },
  {
    title: 'HTTP where TLS is expected',
    start: async () => (await startEndpoint({})).replace('http:', 'https:'),
    remedy: 'no TLS',
  },
];

async function startTls(): Promise<string> {
  const server = createServer(localCertificate, (_, response) => response.end());
  const { url, close } = await listen(server);
  onTestFinished(async () => {
    await close();
  });
  return url.replace('http:', 'https:');
}

test.each(unreachable)(
  '$title is one fault with its remedy, and no other check is made',
  async ({ start, remedy, timeoutInMs = 4_000 }) => {
    const examined = await examine(await start(), { timeoutInMs });

    expect(examined).toEqual({
      fault: ['signed'],
      hint: [],
      right: [],
      not_checked: [],
      remedy: expect.stringContaining(remedy),
    });
  },
);
