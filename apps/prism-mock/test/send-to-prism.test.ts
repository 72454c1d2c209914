import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendToPrism } from '../src/send-to-prism.ts';

test('an answer without an end is read up to a limit, and its connection is ended', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024);
  const writeEndlessly = (response: ServerResponse) => {
    while (!response.destroyed && response.write(mebibyte));
  };
  let ended: Promise<unknown> | undefined;
  const server = createServer((_request, response) => {
    ended = once(response, 'close');
    response.on('drain', () => writeEndlessly(response));
    writeEndlessly(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = { method: 'GET', path: '/users/usr_1', headers: {}, body: '' };

  const sending = sendToPrism(url, request, new AbortController().signal);

  await expect(sending).rejects.toThrow('Prism answered with more than 4194304 bytes.');
  await ended;
});
