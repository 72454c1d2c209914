import { WebhookRequestError } from '../errors/webhook-request-error.ts';
import { headerValues, type WebhookRequest } from './webhook-request.ts';

/**
 * The types that a JSON body may come with. The service's own is not shown, so that a missing one and the types of plain
 * text and bytes are taken as well: only the signature counts.
 */
const acceptedType = /^(|text\/plain|application\/octet-stream|[\w.+/-]*[/+]json)$/i;

/** Throws where a request cannot be a webhook, before its body is read. */
export function checkRequest(request: WebhookRequest, bodyLimitInBytes: number): void {
  if (request.method.toUpperCase() !== 'POST') throw new WebhookRequestError('wrong_method');
  const [contentType = ''] = headerValues(request, 'content-type');
  const [mediaType = ''] = contentType.split(';');
  if (!acceptedType.test(mediaType.trim())) throw new WebhookRequestError('wrong_content_type');
  const [length] = headerValues(request, 'content-length');
  if (Number(length) > bodyLimitInBytes) throw new WebhookRequestError('body_too_large');
}
