/** How a scripted fetch answers a request: with a status, or with the result of a function. */
export type Step = number | Response | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: (request: Request) => Promise<Response>;
  /** Every request that was sent, in order. */
  requests: Request[];
}

/** A fetch with a scripted answer for each request. The last step answers all further requests. */
export function scriptFetch(...steps: Step[]): ScriptedFetch {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const step = steps[Math.min(requests.length, steps.length - 1)] ?? 200;
    requests.push(request);
    if (typeof step === 'function') return step(request);
    return typeof step === 'number' ? new Response('{}', { status: step }) : step.clone();
  };
  return { fetch, requests };
}

/** Fails like Node's fetch if nobody listens: nothing was sent. */
export const refuse = (): Promise<never> =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );

/** Fails like Node's fetch if a connection is lost: it is unknown whether the service got the request. */
export const lose = (): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }));

/** Never answers, and ignores its signal. */
export const hang = (): Promise<never> => new Promise(() => {});
