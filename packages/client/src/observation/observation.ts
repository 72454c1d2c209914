import { EscrowError, type Outcome } from '../errors/escrow-error.ts';
import { type HostName, hostNames } from '../generated/operations.ts';
import type { AttemptInfo, CallInfo } from './hooks.ts';
import type {
  CallResult,
  ClientObserver,
  FlowResult,
  ObservedFlow,
  ObservedStep,
  RequestResult,
  Server,
} from './observer.ts';
import { guard, type Observers } from './observers.ts';

/** Runs operations inside the hooks of an observer. There is none where no observer is set. */
export interface Observation {
  /** @param statusOf Reads the status once the work has settled. */
  call<Value>(call: CallInfo, work: () => Promise<Value>, statusOf: () => number | undefined): Promise<Value>;
  /** @param work Is given the headers to add. */
  request<Result extends RequestOutcome>(
    request: AttemptInfo,
    work: (headers?: Record<string, string>) => Promise<Result>,
  ): Promise<Result>;
  flow<Value>(flow: ObservedFlow['flow'], work: () => Promise<Value>): Promise<Value>;
  step<Value>(step: ObservedStep, work: () => Promise<Value>): Promise<Value>;
}

/** What came of one request: an answer, or that none came. */
type RequestOutcome =
  | { outcome: Outcome; response: { status: number } }
  | { outcome: Outcome; response?: undefined; error: EscrowError };

/** Creates the observation of a client. */
export function createObservation(
  observer: ClientObserver | undefined,
  hosts: Partial<Record<HostName, string>>,
  { warn }: Pick<Observers, 'warn'>,
): Observation | undefined {
  if (!observer) return undefined;
  const servers = serversOf(hosts);
  const onFailure = (error: unknown) => warn('an observer failed', { error });
  return {
    call<Value>(call: CallInfo, work: () => Promise<Value>, statusOf: () => number | undefined) {
      const hook = (run: () => Promise<CallResult>) => (observer.call ? observer.call(run, call) : run());
      const resultOf = (settled: Settled<unknown>): CallResult => ({
        status: statusOf(),
        error: escrowErrorOf(settled),
      });
      return runInside<Value, undefined, CallResult>(hook, { work, resultOf, onFailure });
    },
    request<Result extends RequestOutcome>(
      request: AttemptInfo,
      work: (headers?: Record<string, string>) => Promise<Result>,
    ) {
      const server = servers[request.call.host] as Server;
      const hook = (run: (headers?: Record<string, string>) => Promise<RequestResult>) =>
        observer.request ? observer.request(run, { ...request, server }) : run();
      const resultOf = (settled: Settled<Result>) => requestResultOf(settled, request.call);
      return runInside<Result, Record<string, string>, RequestResult>(hook, { work, resultOf, onFailure });
    },
    flow<Value>(flow: ObservedFlow['flow'], work: () => Promise<Value>) {
      const hook = (run: () => Promise<FlowResult>) => (observer.flow ? observer.flow(run, { flow }) : run());
      return runInside<Value, undefined, FlowResult>(hook, { work, resultOf: flowResultOf, onFailure });
    },
    step<Value>(step: ObservedStep, work: () => Promise<Value>) {
      const hook = (run: () => Promise<FlowResult>) => (observer.step ? observer.step(run, step) : run());
      return runInside<Value, undefined, FlowResult>(hook, { work, resultOf: flowResultOf, onFailure });
    },
  };
}

/** What a work resolved with, or threw. */
type Settled<Value> = { value: Value } | { error: unknown };

/** A work, and how the observer hears of it. */
interface ObservedWork<Value, Given, Result> {
  work(given?: Given): Promise<Value>;
  resultOf(settled: Settled<Value>): Result;
  onFailure(error: unknown): void;
}

/** Runs a work inside a hook, once, and resolves with what the work does, whatever the hook does. */
function runInside<Value, Given, Result>(
  hook: (run: (given?: Given) => Promise<Result>) => unknown,
  { work, resultOf, onFailure }: ObservedWork<Value, Given, Result>,
): Promise<Value> {
  let running: Promise<Value> | undefined;
  function runOnce(given?: Given): Promise<Value> {
    // Async, so that work that throws at once has run as well.
    running ??= (async () => work(given))();
    return running;
  }
  const run = (given?: Given): Promise<Result> =>
    runOnce(given).then(
      (value) => resultOf({ value }),
      (error) => resultOf({ error }),
    );
  guard(() => hook(run), onFailure);
  return runOnce();
}

const flowResultOf = (settled: Settled<unknown>): FlowResult => ({
  error: 'error' in settled ? settled.error : undefined,
});

/** A call throws nothing else. */
const escrowErrorOf = (settled: Settled<unknown>): EscrowError | undefined =>
  'error' in settled && settled.error instanceof EscrowError ? settled.error : undefined;

function requestResultOf(settled: Settled<RequestOutcome>, { outcome }: CallInfo): RequestResult {
  if ('error' in settled) return { status: undefined, outcome, error: escrowErrorOf(settled) };
  const { value } = settled;
  if (value.response) return { status: value.response.status, outcome: value.outcome, error: undefined };
  return { status: undefined, outcome: value.outcome, error: value.error };
}

function serversOf(hosts: Partial<Record<HostName, string>>): Partial<Record<HostName, Server>> {
  const servers: Partial<Record<HostName, Server>> = {};
  for (const name of hostNames) {
    const host = hosts[name];
    if (host === undefined) continue;
    const { hostname, port, protocol } = new URL(host);
    const address = hostname.replace(/^\[|\]$/g, '');
    servers[name] = { address, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  }
  return servers;
}
