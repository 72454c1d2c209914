import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEscrowClient } from '@escrow-kit/client';
import { createUndiciTransport } from '@escrow-kit/client/undici';
import { equal } from './equal.js';

const body = { success: true, data: { user_id: 'usr_1', name: 'سارة' } };

/** The answers by path. Other paths are never answered. */
const answers = {
  '/users/usr_1': (response) => response.end(JSON.stringify(body)),
  '/users/usr_2': (response) => response.writeHead(404, { 'set-cookie': ['a=1', 'b=2'] }).end('{}'),
  '/users/usr_3': (response) => response.socket.destroy(),
};

/** The undici transport reads, is refused, loses its connection, gives up at the deadline, and closes. */
export async function run() {
  const server = createServer((request, response) => answers[request.url]?.(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createUndiciTransport();
  const escrow = createEscrowClient({
    hosts: `http://127.0.0.1:${server.address().port}`,
    tokens: { apiKey: 'key' },
    retry: { max: 0 },
    transport,
  });
  const errorOf = (userId, options) => escrow.users.get(userId, options).catch((error) => error);

  equal((await escrow.users.get('usr_1')).data.name, 'سارة');
  equal((await errorOf('usr_2')).headers.getSetCookie().join(), 'a=1,b=2');
  equal((await errorOf('usr_3')).code, 'connection');
  equal((await errorOf('usr_4', { timeoutInMs: 50 })).code, 'timeout');

  await transport.close();
  server.close();
  server.closeAllConnections();
}
