/** What a scripted fetch does with a request: answers with a status, or with whatever the function gives. */
export type Step = number | Response | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: (request: Request) => Promise<Response>;
  /** Every request that was sent, in order. */
  requests: Request[];
}

/** A fetch that answers request by request as written; the last step answers all that follow. */
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

/** Fails as the fetch of Node does where nobody listens: nothing was sent. */
export const refuse = (): Promise<never> =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );

/** Fails as the fetch of Node does where a connection is lost: nobody knows whether the service got the request. */
export const lose = (): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }));

/** Never answers, and takes no notice of its signal. */
export const hang = (): Promise<never> => new Promise(() => {});
