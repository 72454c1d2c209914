import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { connectRaw, isMessage, listenRaw, ok, receive } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

interface Case {
  what: string;
  /** `HOST` stands for the host that is asked. */
  request: string | Buffer;
  answer: string | Buffer;
}

const cases: Case[] = [
  {
    what: 'the case, order and repetition of headers',
    request:
      'GET /a?b=c&b=%20&b HTTP/1.1\r\nACCEPT: */*\r\nhOsT: HOST\r\nX-A: 1\r\nConnection: keep-alive\r\nx-b: 2\r\nX-A: 3\r\n\r\n',
    answer:
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-B: 2\r\nset-cookie: b=2\r\nDATE: never\r\nContent-LENGTH: 2\r\n\r\nok',
  },
  {
    what: 'a request and an answer without any header but the needed ones',
    request: 'POST /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n',
  },
  {
    what: 'a reason, an unusual status and a value that is not ASCII',
    request: 'GET / HTTP/1.1\r\nHost: HOST\r\nX-Name: caf\xe9\r\nX-Empty: \r\n\r\n',
    answer: 'HTTP/1.1 299 Mostly f\xedne\r\nX-Name: \xfc\xff\r\nContent-Length: 2\r\n\r\nok',
  },
  {
    what: 'an escaped, an odd and a long target',
    request: `GET /a//b/../c;d=e/%2e%2F?q=${'x'.repeat(20_000)}#f HTTP/1.1\r\nHost: HOST\r\n\r\n`,
    answer: ok,
  },
  {
    what: 'chunks with trailers, both ways',
    request:
      'PATCH /a HTTP/1.1\r\nHost: HOST\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\nx-sum: 6\r\n\r\n',
    answer:
      'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n1\r\na\r\n10\r\n0123456789abcdef\r\n0\r\nX-Checked: yes\r\n\r\n',
  },
  {
    what: 'a body with a length, in a GET and in its answer',
    request: 'GET /a HTTP/1.1\r\nHost: HOST\r\ncontent-length: 5\r\n\r\nhello',
    answer: ok,
  },
  {
    what: 'a gzip body',
    request: Buffer.concat([
      latin1('POST /a HTTP/1.1\r\nHost: HOST\r\nContent-Encoding: gzip\r\nContent-Length: 22\r\n\r\n'),
      gzipSync('ab'),
    ]),
    answer: Buffer.concat([
      latin1('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 22\r\n\r\n'),
      gzipSync('cd'),
    ]),
  },
  {
    what: 'HEAD with the length of a body',
    request: 'HEAD /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n',
  },
  {
    what: 'HEAD with chunks',
    request: 'HEAD /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
  },
  {
    what: '204',
    request: 'DELETE /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n',
  },
  {
    what: '304 with a length',
    request: 'GET /a HTTP/1.1\r\nHost: HOST\r\nIf-None-Match: "a"\r\n\r\n',
    answer: 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5\r\n\r\n',
  },
  {
    what: 'a body that ends with the connection',
    request: 'GET /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end',
  },
  {
    what: 'a hint before the answer',
    request: 'GET /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: `HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${ok}`,
  },
  {
    what: 'a method of another protocol',
    request: 'PROPFIND /a HTTP/1.1\r\nHost: HOST\r\nDepth: 1\r\nContent-Length: 0\r\n\r\n',
    answer: 'HTTP/1.1 207 Multi-Status\r\nContent-Length: 2\r\n\r\nok',
  },
  {
    what: 'headers of digits, and two cookies',
    request: 'GET /a HTTP/1.1\r\nHost: HOST\r\nCookie: a=1\r\nCookie: b=2\r\n12: 3\r\nConnection: close\r\n\r\n',
    answer: ok,
  },
];

test.each(cases)('$what pass unchanged', async ({ request, answer }) => {
  const received = Promise.withResolvers<Buffer>();
  const servicePort = await listenRaw(async (socket) => {
    received.resolve(await receive(socket, isMessage));
    const bytes = Buffer.from(answer as string, 'latin1');
    socket.write(bytes);
    if (/connection: close/i.test(bytes.toString('latin1'))) socket.end();
  });
  const { port } = await startObserved(`http://127.0.0.1:${servicePort}`);
  const toHost = (host: string) =>
    Buffer.from(
      Buffer.from(request as string, 'latin1')
        .toString('latin1')
        .replace('HOST', host),
      'latin1',
    );
  const expected = Buffer.from(answer as string, 'latin1');

  const socket = await connectRaw(port);
  socket.write(toHost(`127.0.0.1:${port}`));
  const answered = await receive(socket, ({ length }) => length >= expected.length);

  expect((await received.promise).toString('latin1')).toBe(toHost(`127.0.0.1:${servicePort}`).toString('latin1'));
  expect(answered.toString('latin1')).toBe(expected.toString('latin1'));
});
