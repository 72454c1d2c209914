import type { Socket } from 'node:net';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectRaw, listenRaw, type RawMessage, readMessage, receive } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

/** Headers with a meaning for the connection, which the cases set themselves. */
const ownHeaders = /^(host|content-length|transfer-encoding|connection|proxy-connection|expect|upgrade|trailer)$/i;

/** Any path with escapes. `fc.webPath` takes a second to list all code points. */
const target = fc
  .string({ unit: fc.constantFrom(..."/aZ0-._~!$&'()*+,;=:@", '%20', '%2F', '%D8%B9') })
  .map((path) => `/${path}`);

const token = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019-_.!#$%&'*+^`|~"), minLength: 1, maxLength: 12 })
  .filter((name) => !ownHeaders.test(name));

/** Any text of a header but white space around it, which is not part of it. */
const headerText = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  .filter((text) => text.trim() === text);

const headers = fc.array(fc.tuple(fc.oneof(token, fc.constantFrom('Cookie', 'X-A', 'x-a', 'Date', 'TE')), headerText), {
  maxLength: 8,
});

/** A body and how it is framed: with a length, or in chunks with trailers. */
const framedBody = fc.oneof(
  fc.constant({ framing: '', bytes: Buffer.alloc(0), text: Buffer.alloc(0) }),
  fc.uint8Array({ maxLength: 5_000 }).map((bytes) => ({
    framing: `Content-Length: ${bytes.length}\r\n`,
    text: Buffer.from(bytes),
  })),
  fc
    .tuple(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), { maxLength: 5 }),
      fc.array(fc.tuple(token, headerText), { maxLength: 2 }),
    )
    .map(([chunks, trailers]) => ({
      framing: 'Transfer-Encoding: chunked\r\n',
      text: Buffer.concat([
        ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
        Buffer.from(`0\r\n${toLines(trailers)}\r\n`, 'latin1'),
      ]),
    })),
);

const toLines = (pairs: [string, string][]): string => pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');

const anyRequest = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'REPORT'),
    target,
    headers,
    body: framedBody,
  })
  .map(({ method, target, headers, body }) => {
    // Node sends two headers of its own if it can't send those one by one; the kit's application sends both.
    const names = headers.map(([name]) => name.toLowerCase());
    const isOdd = new Set(names).size < names.length || names.some((name) => /^\d+$/.test(name));
    const own = isOdd ? `Connection: keep-alive\r\n${body.framing || 'Content-Length: 0\r\n'}` : body.framing;
    const head = `${method} ${target} HTTP/1.1\r\nHost: HOST\r\n${toLines(headers)}${own}\r\n`;
    return { isHead: method === 'HEAD', head, text: body.text };
  });

const anyAnswer = fc
  .record({
    status: fc.constantFrom(200, 201, 202, 204, 299, 301, 304, 400, 404, 418, 429, 500, 503, 599),
    reason: headerText,
    headers,
    body: framedBody,
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
  })
  .map(({ status, reason, headers, body, cuts }) => {
    const isBodyless = status === 204 || status === 304;
    const framing = isBodyless ? '' : body.framing || 'Content-Length: 0\r\n';
    const head = `HTTP/1.1 ${status} ${reason}\r\n${toLines(headers)}${framing}\r\n`;
    return { head, text: isBodyless ? Buffer.alloc(0) : body.text, cuts };
  });

/** Sends bytes in several pieces. */
async function writeInPieces(socket: Socket, bytes: Buffer, cuts: number[]): Promise<void> {
  const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
  for (const [index, position] of positions.slice(1).entries()) {
    socket.write(bytes.subarray(positions[index], position));
    await new Promise(setImmediate);
  }
}

const shown = (message: RawMessage | undefined) =>
  message && { head: message.head, body: message.body.toString('latin1'), trailers: message.trailers };

test('any request and any answer pass byte for byte', async () => {
  let current: { request?: RawMessage | undefined; answer: Buffer; cuts: number[]; isHead: boolean };
  const servicePort = await listenRaw(async (socket) => {
    while (!socket.destroyed) {
      const request = readMessage(await receive(socket, (bytes) => readMessage(bytes) !== undefined));
      if (!request) return;
      current.request = request;
      await writeInPieces(socket, current.answer, current.cuts);
    }
  });
  const { port } = await startObserved(`http://127.0.0.1:${servicePort}`);
  let socket = await connectRaw(port);

  await fc.assert(
    fc.asyncProperty(anyRequest, anyAnswer, async (request, { head, text, cuts }) => {
      if (socket.destroyed || socket.readableEnded) socket = await connectRaw(port);
      const { isHead } = request;
      const answer = Buffer.concat([Buffer.from(head, 'latin1'), isHead ? Buffer.alloc(0) : text]);
      current = { answer, cuts, isHead };
      const toHost = (at: number) =>
        Buffer.concat([Buffer.from(request.head.replace('HOST', `127.0.0.1:${at}`), 'latin1'), request.text]);

      const answered = receive(socket, (bytes) => readMessage(bytes, { isBodyless: isHead }) !== undefined);
      await writeInPieces(socket, toHost(port), cuts);

      expect(shown(readMessage(await answered, { isBodyless: isHead }))).toEqual(
        shown(readMessage(answer, { isBodyless: isHead })),
      );
      expect(shown(current.request)).toEqual(shown(readMessage(toHost(servicePort))));
    }),
    { numRuns: repeats({ test: 75, soak: 10_000 }) },
  );
});
