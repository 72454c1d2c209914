import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished } from 'vitest';
import { createEscrowClient, type EscrowClient, type EscrowClientOptions } from '../../src/index.ts';
import {
  createOpenTelemetryObserver,
  type OpenTelemetryOptions,
} from '../../src/opentelemetry/create-opentelemetry-observer.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

/** A client with its own SDK. Its requests get scripted answers, or are really sent. */
export function createTelemetry(
  steps: Step[] | undefined,
  options: Partial<EscrowClientOptions> & OpenTelemetryOptions = {},
) {
  const { propagate, ...clientOptions } = options;
  const exporter = new InMemorySpanExporter();
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 1_000_000 });
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await tracerProvider.shutdown();
    await meterProvider.shutdown();
  });
  const { fetch, requests } = scriptFetch(...(steps ?? []));
  const client: EscrowClient = createEscrowClient({
    baseUrl: 'https://service.example/base',
    clientId: 'client-1',
    clientSecret: 'secret-1',
    tokens: { organization: 'token-1', clientAdmin: 'token-1', apiKey: 'token-1' },
    retry: { baseDelayInMs: 1 },
    observer: createOpenTelemetryObserver({ tracerProvider, meterProvider, ...(propagate && { propagate }) }),
    ...(steps && { fetch }),
    ...clientOptions,
  });
  return {
    client,
    requests,
    tracer: tracerProvider.getTracer('test'),
    /** Waits for this many spans, because a span ends just after its operation. */
    async spans(count: number): Promise<ReadableSpan[]> {
      await expect.poll(() => exporter.getFinishedSpans()).toHaveLength(count);
      return exporter.getFinishedSpans();
    },
    async points() {
      await reader.forceFlush();
      const scopes = metricExporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      return scopes
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({
            metric: `${descriptor.name} ${descriptor.unit}`,
            attributes,
            count: typeof value === 'number' ? value : (value as { count: number }).count,
            sum: typeof value === 'number' ? undefined : (value as { sum: number }).sum,
          })),
        );
    },
  };
}
