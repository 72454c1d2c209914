import type { Counter, Histogram, Meter } from '@opentelemetry/api';

/** The metrics of a client. */
export interface Instruments {
  requestDuration: Histogram;
  callDuration: Histogram;
  flowDuration: Histogram;
  tokenFailures: Counter;
}

/** The bucket boundaries of the HTTP conventions, in seconds. */
const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Creates the metrics. The first is from the HTTP conventions; those that begin with `escrow` are our own. */
export function createInstruments(meter: Meter): Instruments {
  const seconds = (description: string) => ({ unit: 's', description, advice: { explicitBucketBoundaries } });
  return {
    requestDuration: meter.createHistogram(
      'http.client.request.duration',
      seconds('How long a request took, until its answer was read.'),
    ),
    callDuration: meter.createHistogram(
      'escrow.client.call.duration',
      seconds('How long a call took, with its token and all its requests.'),
    ),
    flowDuration: meter.createHistogram('escrow.client.flow.duration', seconds('How long a run of a flow took.')),
    tokenFailures: meter.createCounter('escrow.client.token.failures', {
      unit: '{failure}',
      description: 'Background refreshes, loads and saves of tokens that failed without failing a call.',
    }),
  };
}
