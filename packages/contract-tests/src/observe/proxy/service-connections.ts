import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * The connections to the service that belong to one connection of the application, at most one for each host. A connection that the
 * service keeps open is so used again exactly when the application uses its own again. If they were shared, a call that came on a
 * new connection could meet one that the service is just closing, and fail.
 */
export interface ServiceConnections {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Opens none yet. They end with the connection of the application. TLS is checked, whatever the environment says. */
export function createServiceConnections(application: Duplex): ServiceConnections {
  const options = { keepAlive: true, maxSockets: 1 };
  const connections = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, rejectUnauthorized: true }) };
  application.once('close', () => {
    connections.http.destroy();
    connections.https.destroy();
  });
  return connections;
}
