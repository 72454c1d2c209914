import { fillPath } from '@escrow-kit/spec';
import { operations, type ServiceOperation } from '../document/operations.ts';
import { findResponseViolations } from '../document/violations.ts';
import { defaultSettings } from '../domain/tenants/settings.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import type { Progress } from './progress.ts';
import { isRateLimited, rateHeaders, untouchedWindow } from './rate-limit.ts';

/** Adds the headers that every answer of the operation has, refusals included. */
export function completeAnswer(
  { publicUrl, validateResponses }: { publicUrl: string; validateResponses: boolean },
  operation: ServiceOperation,
  { bare, request, progress }: { bare: Answer; request: IncomingRequest; progress: Progress },
): Answer {
  const headers = {
    ...bare.headers,
    ...(isRateLimited(operation) &&
      rateHeaders(progress.rate ?? untouchedWindow(defaultSettings.usersApiRequestsPerMinute))),
    ...deprecationHeaders(operation, { path: request.path, publicUrl }),
  };
  const answer = { ...bare, headers };
  return validateResponses && !bare.fault ? validateAnswer(operation, answer) : answer;
}

/**
 * The headers of every answer of a deprecated operation: that it is deprecated, and what replaces it (LEGACY-4). The
 * replacement's address gets the ids of this one's path. Header names and values are our choice: not shown.
 */
function deprecationHeaders(
  { replacedBy }: ServiceOperation,
  { path, publicUrl }: { path: Record<string, string>; publicUrl: string },
): Record<string, string> {
  const replacement = operations.find(({ id }) => id === replacedBy);
  if (!replacement) return {};
  const values = Object.values(path);
  const names = replacement.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const target = fillPath(replacement.path, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  const link = `<${publicUrl}${target}>; rel="successor-version"; title="${replacement.id}"`;
  return { deprecation: 'true', link };
}

/** A test mode: turns an answer that the document does not give the operation into a 500 that says so. */
export function validateAnswer(operation: ServiceOperation, answer: Answer): Answer {
  const { status, body } = answer;
  const bodyText = body === undefined ? undefined : JSON.stringify(body);
  const mediaType = body === undefined ? undefined : 'application/json';
  const violations = findResponseViolations(operation, { status, mediaType, bodyText });
  if (violations.length === 0) return answer;
  const message = `The document has no such answer: ${violations.join('; ')}.`;
  return { status: 500, headers: {}, body: { error: 'undocumented_response', message } };
}
