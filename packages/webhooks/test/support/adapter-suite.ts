import { describe, expect, onTestFinished, test } from 'vitest';
import { checks } from '../../src/doctor/checks.ts';
import { signedRequest, type WebhookReceiver } from '../../src/index.ts';
import { examine } from './examine.ts';
import { exchange, open, readAnswer, sendThenRead } from './raw-exchange.ts';
import { createObservedReceiver, type ObservedReceiver, requestFor, secret } from './receiver.ts';

/** A server of a framework with a receiver at `/webhooks`, on its own port. */
export interface AdapterServer {
  /** The origin, without a slash at the end. */
  url: string;
  close(): unknown;
}

/** Starts a server that is closed when the test ends. */
export type StartAdapter = (receiver: WebhookReceiver) => Promise<AdapterServer>;

const bodies = [
  '{ "contractId": "m",\r\n "status": "PAID", "referenceId":"r" }\n',
  '{"contractId":"مرحلة","status":"PAID","referenceId":"🟢"}',
  JSON.stringify({ status: 'COMPLETED', note: 'n'.repeat(60_000) }),
];

/**
 * What every adapter promises, over a real connection. One to `fetch` knows no connection: how much of a refused body is dropped
 * before it is closed is up to the platform.
 */
export function describeAdapter(name: string, start: StartAdapter, knowsConnection = true): void {
  async function serve(
    ...options: Parameters<typeof createObservedReceiver>
  ): Promise<ObservedReceiver & { url: string }> {
    const observed = createObservedReceiver(...options);
    const server = await start(observed.receiver);
    onTestFinished(async () => {
      await server.close();
    });
    return { ...observed, url: `${server.url}/webhooks` };
  }

  const linesOf = (headers: string[]): string[] => ['POST /webhooks HTTP/1.1', 'host: localhost', ...headers];

  describe(name, () => {
    test('HOOK-3 signed bodies are stored byte by byte and answered with 200; another method with 405', async () => {
      const { url, inbox } = await serve();

      for (const body of bodies) {
        const response = await fetch(url, signedRequest({ body, secret }));
        expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
        expect([response.status, await response.text()]).toEqual([200, 'Received.\n']);
      }
      const { status, headers } = await fetch(url);

      expect(inbox.stored.map(({ rawBody }) => rawBody)).toEqual(bodies);
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    });

    test('HOOK-2 a header that is sent twice is answered with 401, in any order', async () => {
      const { url } = await serve();
      const { headers, body } = requestFor();
      const lines = [
        `service-signature: ${headers['service-signature']}`,
        `Service-Signature: sha256=${'0'.repeat(64)}`,
      ];

      for (const signatures of [lines, lines.toReversed()]) {
        const answer = await exchange(url, linesOf([`content-length: ${body.length}`, ...signatures]), body);
        expect(answer).toContain('401');
        expect(answer).toContain('signature_repeated');
      }
    });

    test('HOOK-2 HOOK-3 HOOK-7 HOOK-8 the doctor finds nothing', async () => {
      const { url } = await serve();

      const { fault, hint, not_checked, right } = await examine(url, { burst: 20 });

      expect([...fault, ...hint, ...not_checked]).toEqual([]);
      expect(right).toHaveLength(Object.keys(checks).length);
    });

    test.each([
      ['says its length', ['content-length: 1000000'], ''],
      ['comes in chunks', ['transfer-encoding: chunked'], `400\r\n${'a'.repeat(1024)}\r\n`],
    ])('a body that is too large and %s is answered with 413 before it ends', async (_title, headers, body) => {
      const { url } = await serve({ bodyLimitInBytes: 1000 });

      const answer = await exchange(url, linesOf(['content-type: application/json', ...headers]), body);

      expect(answer).toContain('413');
      expect(answer).toContain('body_too_large');
    });

    test('a body that stops halfway is answered with 408, and its connection closed', async () => {
      const { url } = await serve({ bodyTimeoutInMs: 30 });
      const { body } = requestFor();
      const headers = ['content-type: application/json', `content-length: ${body.length}`];

      const answer = await readAnswer(await open(url, linesOf(headers), body.slice(0, 10)), 'closed');

      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('body_too_slow');
    });

    test.runIf(knowsConnection)('a caller that sends 4 MiB before it reads sees its 413', async () => {
      const { url } = await serve({ bodyTimeoutInMs: 60_000 });

      const answer = await sendThenRead(url, linesOf(['content-type: application/json']), 4);

      expect(answer).toMatch(/^HTTP\/1.1 413 /);
    });
  });
}
