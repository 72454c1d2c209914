import type { RequestRecord } from './insert-requests.ts';
import { answerSchemas, requestSchemas } from './operation-schemas.ts';
import { redactValue } from './redact-value.ts';

/** A longer description is left out. */
const longestInCharacters = 64 * 1024;

/** What the log keeps of a request, as JSON: enough to send it again with the redacted values filled in. */
export function describeRequest({ operation, request, requestBody, tokenKind }: RequestRecord): string {
  const schemas = requestSchemas(operation);
  const { path, query } = request;
  const hasBody = requestBody !== undefined;
  return toJson({
    ...(tokenKind && { tokenKind }),
    path: redactValue(path, [schemas.path]),
    query: redactValue(query, [schemas.query]),
    ...(hasBody && { mediaType: operation.mediaType, body: redactValue(requestBody, schemas.body) }),
  });
}

/** What the log keeps of an answer, as JSON. */
export function describeAnswer({ operation, answer: { status, headers, body } }: RequestRecord): string {
  const hasBody = body !== undefined;
  return toJson({ headers, ...(hasBody && { body: redactValue(body, answerSchemas(operation, status)) }) });
}

function toJson(description: object): string {
  const text = JSON.stringify(description);
  return text.length > longestInCharacters ? JSON.stringify({ body: `${text.length} characters, left out` }) : text;
}
