import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

// Loaded by `--import` into a relay, as its user loads an SDK. Each span becomes a line of the standard error.
const exporter = {
  export(spans: ReadableSpan[], done: (result: { code: number }) => void) {
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      const links = span.links.map((link) => link.context.traceId);
      const parentId = span.parentSpanContext?.spanId;
      process.stderr.write(`span ${JSON.stringify({ name: span.name, traceId, spanId, parentId, links })}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(tracerProvider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
new UndiciInstrumentation().setTracerProvider(tracerProvider);
