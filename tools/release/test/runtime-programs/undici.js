import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEscrowClient } from '@escrow-kit/client';
import { Agent, fetch as undiciFetch } from 'undici';
import { equal } from './equal.js';

const body = { success: true, data: { user_id: 'usr_1', name: 'سارة' } };

/** The answers by path. Other paths get no answer. */
const answers = {
  '/users/usr_1': (response) => response.end(JSON.stringify(body)),
  '/users/usr_2': (response) => response.writeHead(404, { 'set-cookie': ['a=1', 'b=2'] }).end('{}'),
  '/users/usr_3': (response) => response.socket.destroy(),
};

/** With undici's own fetch and dispatcher, the client reads, is refused, loses its connection, and times out. */
export async function run() {
  const server = createServer((request, response) => answers[request.url]?.(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dispatcher = new Agent();
  const escrow = createEscrowClient({
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    tokens: { apiKey: 'key' },
    retry: { max: 0 },
    async fetch(request) {
      const { url, method, headers, signal, redirect } = request;
      const body = request.body && (await request.text());
      return undiciFetch(url, { method, headers: [...headers], body, signal, redirect, dispatcher });
    },
  });
  const errorOf = (userId, options) => escrow.users.get(userId, options).catch((error) => error);

  equal((await escrow.users.get('usr_1')).data.name, 'سارة');
  equal((await errorOf('usr_2')).headers.getSetCookie().join(), 'a=1,b=2');
  equal((await errorOf('usr_3')).code, 'connection');
  equal((await errorOf('usr_4', { timeoutInMs: 50 })).code, 'timeout');

  await dispatcher.close();
  server.close();
  server.closeAllConnections();
}
