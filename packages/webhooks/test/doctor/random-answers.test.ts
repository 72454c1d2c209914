import { createServer } from 'node:net';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { checks } from '../../src/doctor/checks.ts';
import { examine } from '../support/examine.ts';
import { listenOn } from '../support/listen.ts';

const runs = repeats({ test: 30, soak: 1_000 });

const head = fc.constantFrom(
  'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  'HTTP/1.1 200 OK\r\ncontent-length: 9999999999\r\n\r\nok',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 \u001b[31m\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.0 404 Not Found\r\n\r\n',
);

/** An answer with some bytes replaced. */
const answer = fc
  .tuple(head, fc.nat(), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }))
  .map(([text, place, removed, inserted]) => {
    const bytes = Buffer.from(text);
    const at = place % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
  });

test(`HOOK-3 whatever an endpoint answers, the doctor ends with a finding (${runs} answers)`, async () => {
  let bytes = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  const url = await listenOn(server);
  onTestFinished(() => void server.close());

  await fc.assert(
    fc.asyncProperty(answer, async (each) => {
      bytes = each;
      const { remedy, ...found } = await examine(url);
      const names = Object.values(found).flat();
      expect(names).toEqual(expect.arrayContaining(remedy ? ['signed'] : Object.keys(checks)));
      expect(names).toHaveLength(remedy ? 1 : Object.keys(checks).length);
    }),
    { numRuns: runs },
  );
});
