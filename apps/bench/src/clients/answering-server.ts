// A server that answers every call at once, in a separate process, so that it shares no event loop with a client.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const record = {
  success: true,
  data: { id: 'usr_1', user_id: 'usr_1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' },
  meta: { request_id: 'req_1', timestamp: '2026-01-01T00:00:00Z' },
};
const body = JSON.stringify(record);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(body));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
