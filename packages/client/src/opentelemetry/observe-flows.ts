import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { ClientObserver, FlowResult } from '../observation/observer.ts';
import { describeError } from './describe-error.ts';
import { type Reporting, runInSpan } from './run-in-span.ts';

/** Spans and metrics of flows, and spans of their steps. */
export function observeFlows({ tracer, instruments }: Reporting): Pick<ClientObserver, 'flow' | 'step'> {
  const common = { tracer, kind: SpanKind.INTERNAL, describe: describeFlow };
  return {
    flow: (run, { flow }) =>
      runInSpan(
        { ...common, name: flow, attributes: { 'escrow.flow': flow }, duration: instruments.flowDuration },
        run,
      ),
    step(run, { flow, step }) {
      // Drops the number of the milestone.
      const name = `${flow} ${step.replace(/\.\d+$/, '')}`;
      const attributes = { 'escrow.flow': flow, 'escrow.flow.step': step };
      return runInSpan({ ...common, name, attributes, duration: undefined }, run);
    },
  };
}

const describeFlow = ({ error }: FlowResult): Attributes => describeError(error);
