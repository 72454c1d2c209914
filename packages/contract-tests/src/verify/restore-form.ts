import type { Verifier } from '@pact-foundation/pact';

/** What Pact's verifier does to each request before it sends it. */
export type RequestFilter = NonNullable<ConstructorParameters<typeof Verifier>[0]['requestFilter']>;

/** Restores a form, which Pact's proxy would forward as JSON. */
export const restoreForm: RequestFilter = (request, _response, next) => {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (isForm && !Buffer.isBuffer(request.body)) {
    replaceBody(request, new URLSearchParams(request.body as Record<string, string>).toString());
  }
  next();
};

/** Sends this body instead. */
export function replaceBody(request: Parameters<RequestFilter>[0], text: string): void {
  request.body = Buffer.from(text);
  request.headers['content-length'] = String((request.body as Buffer).length);
}
