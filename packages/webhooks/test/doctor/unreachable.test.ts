import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { startEndpoint } from '../support/endpoint.ts';
import { examine } from '../support/examine.ts';
import { listen } from '../support/listen.ts';

type Answer = (response: ServerResponse, message: IncomingMessage) => unknown;

/** Starts an endpoint that answers in this way, and returns its address. */
const answering = (answer: Answer) => () =>
  startEndpoint({ answer: (message, response) => void answer(response, message) });

const longText = Buffer.alloc(16_384, 'a');

function answerWithoutEnd(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(longText));
  };
  response.on('drain', write).writeHead(200);
  write();
}

async function startTls(): Promise<string> {
  const server = createServer(localCertificate, (_, response) => response.end());
  const { url, close } = await listen(server);
  onTestFinished(async () => {
    await close();
  });
  return url.replace('http:', 'https:');
}

test.each<[title: string, start: () => Promise<string>, remedy: string, timeoutInMs?: number]>([
  ['HOOK-3 an endpoint that never answers', answering(() => {}), 'no whole answer in time', 100],
  [
    'HOOK-3 an answer that never ends',
    answering((response) => response.writeHead(200).write('R')),
    'no whole answer in time',
    100,
  ],
  ['an endless answer', answering(answerWithoutEnd), 'more than 64 KiB'],
  [
    'HOOK-3 a redirect, which is not followed',
    answering((response) => response.writeHead(307, { location: '/' }).end()),
    'name its target',
  ],
  [
    'HOOK-3 an endpoint that looks the milestone up before it answers',
    () => startEndpoint({ receive: () => 404 }),
    'it should answer first',
  ],
  ['HOOK-2 another secret', () => startEndpoint({ isAuthentic: () => false }), 'Is this the secret of the endpoint'],
  ['HOOK-3 an endpoint that fails', () => startEndpoint({ receive: () => 500 }), 'See the log'],
  ['a closed port', async () => 'http://127.0.0.1:9', 'Nothing listens'],
  ['a connection that is closed', answering((_, message) => message.socket.destroy()), 'The connection ended'],
  [
    'an answer that is none',
    answering((response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end()),
    'The connection ended',
  ],
  [
    'an answer that is cut',
    answering((response) => response.writeHead(200).write('R', () => response.destroy())),
    'The connection ended',
  ],
  ['another protocol', answering((_, message) => message.socket.end('SSH-2.0-server\r\n')), 'no valid HTTP'],
  [
    'an answer with huge headers',
    answering((response) => response.writeHead(200, { huge: 'a'.repeat(70_000) }).end()),
    'headers of its answer have more than 64 KiB',
  ],
  ['a certificate that nobody trusts', startTls, 'set NODE_EXTRA_CA_CERTS'],
  ['TLS where HTTP is expected', async () => (await startTls()).replace('https:', 'http:'), 'The connection ended'],
  ['HTTP where TLS is expected', async () => (await startEndpoint({})).replace('http:', 'https:'), 'no TLS'],
])(
  '%s is one fault with its remedy, and no other check is made',
  async (_title, start, remedy, timeoutInMs = 4_000) => {
    const examined = await examine(await start(), { timeoutInMs });

    const nothing = { hint: [], right: [], not_checked: [] };
    expect(examined).toEqual({ ...nothing, fault: ['signed'], remedy: expect.stringContaining(remedy) });
  },
);
