import { expect, test } from 'vitest';
import { connectRaw, isMessage, listenRaw, ok, receive } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

interface Case {
  what: string;
  /** `HOST` stands for the host that is asked. */
  request: string;
  answer: string;
}

/** Beside those that any-exchange.test.ts draws. */
const cases: Case[] = [
  {
    what: 'the case, order and repetition of headers',
    request:
      'GET /a?b=c&b=%20&b HTTP/1.1\r\nACCEPT: */*\r\nhOsT: HOST\r\nX-A: 1\r\nConnection: keep-alive\r\nx-b: 2\r\nX-A: 3\r\n\r\n',
    answer:
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-B: 2\r\nset-cookie: b=2\r\nDATE: never\r\nContent-LENGTH: 2\r\n\r\nok',
  },
  {
    what: 'an escaped, an odd and a long target',
    request: `GET /a//b/../c;d=e/%2e%2F?q=${'x'.repeat(20_000)}#f HTTP/1.1\r\nHost: HOST\r\n\r\n`,
    answer: ok,
  },
  {
    what: 'HEAD with the length of a body',
    request: 'HEAD /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    answer: 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n',
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
];

test.each(cases)('$what pass unchanged', async ({ request, answer }) => {
  const received = Promise.withResolvers<Buffer>();
  const servicePort = await listenRaw(async (socket) => {
    received.resolve(await receive(socket, isMessage));
    socket.write(answer, 'latin1');
    if (/connection: close/i.test(answer)) socket.end();
  });
  const { port } = await startObserved(`http://127.0.0.1:${servicePort}`);
  const toHost = (host: string) => request.replace('HOST', host);

  const socket = await connectRaw(port);
  socket.write(toHost(`127.0.0.1:${port}`), 'latin1');
  const answered = await receive(socket, ({ length }) => length >= answer.length);

  expect((await received.promise).toString('latin1')).toBe(toHost(`127.0.0.1:${servicePort}`));
  expect(answered.toString('latin1')).toBe(answer);
});
