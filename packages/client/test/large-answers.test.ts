import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEscrowClient, type EscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { listen } from './support/fault-server.ts';
import { createObservedClient } from './support/observed-client.ts';
import { clientOf } from './support/scripted-client.ts';

const mebibyte = Buffer.alloc(1024 * 1024, ' ');

/** 2 GiB in 2 MB: concatenated gzip members form one body. */
const bomb = Buffer.concat(Array(2048).fill(gzipSync(mebibyte)));

const attacks: Record<string, (response: ServerResponse) => void> = {
  'a gzip bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  },
  'a body without an end': (response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    // As long as the other side reads.
    const write = () => {
      while (!response.destroyed && response.write(mebibyte));
    };
    response.on('drain', write);
    write();
  },
};

const calls: ((client: EscrowClient) => Promise<unknown>)[] = [
  (client) => client.users.get('usr_1'),
  (client) => client.customers.addAddress(1, { addressLabel: 'HOME', countryCode: 'SA' }),
  (client) => client.hosts.users.GET('/webhooks'),
];

test.each(Object.entries(attacks))(
  'LIMIT-1 %s ends the call at 1 MiB, and is not read further',
  async (_what, attack) => {
    let count = 0;
    let endedConnection: Promise<unknown> = Promise.resolve();
    const server = createServer((_request, response) => {
      count++;
      endedConnection = once(response, 'close');
      attack(response);
    });
    const client = createEscrowClient({
      baseUrl: await listen(server),
      tokens: { organization: 'org', apiKey: 'key' },
    });

    for (const [index, call] of calls.entries()) {
      const error = await failureOf(call(client));

      expect(error).toMatchObject({ code: 'decode', outcome: 'unknown', attempts: 1 });
      expect(error.message).toContain('longer than maxAnswerInBytes (1048576)');
      await endedConnection;
      expect(count).toBe(index + 1);
    }
  },
);

test('LIMIT-1 a body of a fetch that ignores the signal is cancelled at the deadline', async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const body = new ReadableStream({ cancel: cancelled.resolve });
  const { client } = clientOf([() => new Response(body)]);

  const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));

  expect(error).toMatchObject({ code: 'timeout' });
  await cancelled.promise;
});

test('LIMIT-1 maxAnswerInBytes counts decoded bytes, and accepts an answer of exactly that length', async () => {
  const body = JSON.stringify({ data: { name: 'ط'.repeat(5000) } });
  const limit = Buffer.byteLength(body);
  const { escrow } = createObservedClient({ '*': { body } }, { maxAnswerInBytes: limit });

  expect(await escrow.users.get('usr_1')).toEqual(JSON.parse(body));
  const tooLong = await failureOf(escrow.users.get('usr_1', { maxAnswerInBytes: limit - 1 }));
  expect(tooLong).toMatchObject({ code: 'decode' });
});

/** The text of a refusal with this answer, as the client reads it. */
async function textOf(answer: Response, maxAnswerInBytes: number): Promise<unknown> {
  const { client } = clientOf([() => answer]);
  const params = { path: { userId: 'usr_1' } };
  const { error } = await client.hosts.users.GET('/users/{userId}', { params, maxAnswerInBytes });
  return error;
}

test('an answer is read as text() does: no byte order mark, and a replacement character for invalid bytes', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff);

  const text = await textOf(new Response(bytes, { status: 400 }), 5);

  expect(text).toBe(await new Response(bytes).text());
});

test('an answer of an implementation without a stream is read within the limit', async () => {
  const answer = { ok: false, status: 400, headers: new Headers(), text: async () => 'طططططط' } as Response;

  expect(await textOf(answer, 12)).toBe('طططططط');
  expect(await failureOf(textOf(answer, 11))).toMatchObject({ code: 'decode' });
});

test('pieces that reuse the same memory, and parts of characters, are read correctly', async () => {
  const memory = new Uint8Array(1);
  const bytes = [...new TextEncoder().encode('سارة')];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const byte = bytes.shift();
    if (byte === undefined) return controller.close();
    memory[0] = byte;
    controller.enqueue(memory);
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });

  expect(await textOf(new Response(body, { status: 400 }), 10)).toBe('سارة');
});
