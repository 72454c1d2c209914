import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder } from './support/start-test-relay.ts';
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
  const relay = startRelayProcess(['--store', createFolder(), '--forward', shop.url], {
    NODE_OPTIONS: `--import ${new URL('support/telemetry.ts', import.meta.url)}`,
  });
  expect(await relay.send({ status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' })).toBe(true);
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
