import { request } from 'node:http';

/** Sends a request with headers that fetch would not let a program set, and returns the status of the answer. */
export function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const method = headers['access-control-request-method'] ? 'OPTIONS' : 'GET';
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}
