import { signedRequest } from '@escrow-kit/webhooks';
import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder, secret } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentId?: string;
  links: string[];
}

test('with an OpenTelemetry SDK, an attempt is traced to the endpoint, and links to the request of the service', async () => {
  const shop = await startEndpoint();
  const relay = startRelayProcess(
    ['--listen', '0', '--control', '0', '--store', createFolder(), '--forward', shop.url],
    { ESCROW_WEBHOOK_SECRET: secret, NODE_OPTIONS: `--import ${new URL('support/telemetry.ts', import.meta.url)}` },
  );
  const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' };
  expect((await fetch(await relay.url(), signedRequest({ event, secret }))).status).toBe(200);
  const findSpan = (name: string): Promise<Span> =>
    until(() => {
      const spans = Array.from(relay.errors().matchAll(/^span (.*)$/gm), ([, span = '']): Span => JSON.parse(span));
      return spans.find((span) => span.name === name) ?? expect.unreachable(name);
    });

  const [received, attempt, sent] = await Promise.all(
    ['receive contract_events', 'process contract_events', 'POST'].map(findSpan),
  );

  expect(attempt?.links).toEqual([received?.traceId]);
  expect(sent).toMatchObject({ traceId: attempt?.traceId, parentId: attempt?.spanId });
  expect(shop.received[0]?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
});
