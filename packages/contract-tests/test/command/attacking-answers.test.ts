import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createSend } from '../../src/deployment/send.ts';
import { serve } from '../support/deployments.ts';
import { runCommand } from '../support/run-command.ts';

const mebibyte = Buffer.alloc(1024 * 1024, ' ');
/** 2 GiB in 2 MB: members of gzip one after another are one body. */
const bomb = Buffer.concat(Array(2048).fill(gzipSync(mebibyte)));

/** Writes for as long as the other side reads. */
function writeEndlessly(to: Writable, piece: Buffer): void {
  const write = () => {
    while (!to.destroyed && to.write(piece));
  };
  to.on('drain', write);
  write();
}

test.each<[what: string, attack: (response: ServerResponse) => void]>([
  ['a gzip bomb', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
  [
    'a body in chunks of 16 bytes, without an end,',
    (response) => {
      response.flushHeaders();
      if (response.socket) writeEndlessly(response.socket, Buffer.from(`10\r\n${' '.repeat(16)}\r\n`.repeat(16_384)));
    },
  ],
])('ERR-1 %s is read up to a limit, and is no answer', async (_what, attack) => {
  let socket: Socket | undefined;
  const url = await serve((request, response) => {
    socket = request.socket;
    attack(response);
  });

  const sent = createSend()({ method: 'GET', url, headers: {} });

  await expect(sent).rejects.toThrow('no answer (The body is larger than 4194304 bytes.)');
  expect(socket?.bytesWritten).toBeLessThan(64 * mebibyte.length);
});

test('ERR-1 an error that quotes a service is one line, so that none of it is a command of a pipeline', async () => {
  const message = 'No.\n::error::a\r\n::set-output name=a::b\u001b[2J';
  const url = await serve((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  });

  const { exitCode, stderr } = await runCommand(['verify', '--url', url, '--control-url', url]);

  expect(stderr).toContain('::error::a');
  expect(stderr).toMatch(/^contract-tests: [^\n]*\n$/);
  expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(exitCode).toBe(2);
});
