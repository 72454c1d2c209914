import type { HostName } from '../document/registered.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import type { AttemptInfo, CallInfo, CallOutcome } from './call-info.ts';
import type {
  CallResult,
  ClientObserver,
  FlowResult,
  ObservedFlow,
  ObservedRetry,
  ObservedStep,
  ObserverWarning,
  RequestResult,
  Server,
  TokenFailure,
} from './observer.ts';
import { runInside, runSafely, type Settled } from './run-inside.ts';

/** Runs operations inside the hooks of all observers. A client without observers has none. */
export interface Observation {
  /** @param responseOf Returns the answer once the work has settled. */
  call<Value>(call: CallInfo, work: () => Promise<Value>, responseOf: () => Response | undefined): Promise<Value>;
  /** @param work Receives the headers to add. */
  request<Result extends RequestOutcome>(
    request: AttemptInfo,
    work: (headers: Record<string, string>) => Promise<Result>,
  ): Promise<Result>;
  flow<Value>(flow: ObservedFlow['flow'], work: () => Promise<Value>): Promise<Value>;
  step<Value>(step: ObservedStep, work: () => Promise<Value>): Promise<Value>;
  retry(retry: ObservedRetry): void;
  tokenFailure(failure: TokenFailure): void;
  warn(warning: ObserverWarning): void;
}

/** The result of one request: an answer or a connection failure. */
type RequestOutcome =
  | { outcome: CallOutcome; response: { status: number } }
  | { outcome: CallOutcome; response?: undefined; error: EscrowError };

/** Creates the observation of a client. The first observer is the outermost. */
export function createObservation(
  observers: readonly ClientObserver[],
  hosts: Partial<Record<HostName, string>>,
): Observation | undefined {
  if (observers.length === 0) return undefined;

  function warn(warning: ObserverWarning): void {
    // If a warning fails, nobody is left to notify.
    for (const observer of observers) runSafely(() => observer.warning?.(warning), ignore);
  }
  const onFailure = (error: unknown) => warn({ message: 'an observer failed', error });

  function notifyAll(notify: (observer: ClientObserver) => unknown): void {
    for (const observer of observers) runSafely(() => notify(observer), onFailure);
  }

  /**
   * Runs work inside one hook of each observer.
   * @param work Receives the headers that the hooks add, if it is a request.
   */
  function runInsideAll<Value, Result>(
    hookOf: (observer: ClientObserver) => Hook<Result> | undefined,
    work: (headers: Record<string, string>) => Promise<Value>,
    resultOf: (settled: Settled<Value>) => Result,
  ): Promise<Value> {
    const wrapped = observers.reduceRight<typeof work>((inner, observer) => {
      const hook = hookOf(observer);
      if (!hook) return inner;
      return (headers) => runInside(hook, { work: (added) => inner({ ...headers, ...added }), resultOf, onFailure });
    }, work);
    return wrapped({});
  }

  return {
    call(call, work, responseOf) {
      const resultOf = (settled: Settled<unknown>): CallResult => ({
        status: responseOf()?.status,
        headers: responseOf()?.headers,
        error: escrowErrorOf(settled),
      });
      return runInsideAll((observer) => observer.call && ((run) => observer.call?.(run, call)), work, resultOf);
    },
    request(request, work) {
      const observed = { ...request, server: serverOf(hosts[request.call.host]) };
      const resultOf = (settled: Settled<RequestOutcome>) => requestResultOf(settled, request.call);
      return runInsideAll(
        (observer) => observer.request && ((run) => observer.request?.(run, observed)),
        work,
        resultOf,
      );
    },
    flow: (flow, work) =>
      runInsideAll((observer) => observer.flow && ((run) => observer.flow?.(run, { flow })), work, flowResultOf),
    step: (step, work) =>
      runInsideAll((observer) => observer.step && ((run) => observer.step?.(run, step)), work, flowResultOf),
    retry: (retry) => notifyAll((observer) => observer.retry?.(retry)),
    tokenFailure: (failure) => notifyAll((observer) => observer.tokenFailure?.(failure)),
    warn,
  };
}

/** A hook of an observer around an operation. */
type Hook<Result> = (run: (headers?: Record<string, string>) => Promise<Result>) => unknown;

function ignore(): void {}

const flowResultOf = (settled: Settled<unknown>): FlowResult => ({
  error: 'error' in settled ? settled.error : undefined,
});

/** Calls throw no other errors. */
const escrowErrorOf = (settled: Settled<unknown>): EscrowError | undefined =>
  'error' in settled && settled.error instanceof EscrowError ? settled.error : undefined;

function requestResultOf(settled: Settled<RequestOutcome>, { outcome }: CallInfo): RequestResult {
  if ('error' in settled) return { status: undefined, outcome, error: escrowErrorOf(settled) };
  const { value } = settled;
  if (value.response) return { status: value.response.status, outcome: value.outcome, error: undefined };
  return { status: undefined, outcome: value.outcome, error: value.error };
}

/** The server of a host, which is set, because the call was prepared. */
function serverOf(host = ''): Server {
  const { hostname, port, protocol } = new URL(host);
  const address = hostname.replace(/^\[|\]$/g, '');
  return { address, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}
