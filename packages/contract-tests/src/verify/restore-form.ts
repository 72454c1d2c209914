import type { Verifier } from '@pact-foundation/pact';

type RequestFilter = NonNullable<ConstructorParameters<typeof Verifier>[0]['requestFilter']>;

/** Restores a form, which Pact's proxy would forward as JSON. */
export const restoreForm: RequestFilter = (request, _response, next) => {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (isForm && !Buffer.isBuffer(request.body)) {
    request.body = Buffer.from(new URLSearchParams(request.body as Record<string, string>).toString());
    request.headers['content-length'] = String((request.body as Buffer).length);
  }
  next();
};
