import type { ServiceOperation } from '../document/operations.ts';
import { defaultSettings } from '../domain/tenants/settings.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import type { Progress } from './progress.ts';
import { untouchedWindow } from './rate-limit/count-request.ts';
import { isRateLimited } from './rate-limit/limit-users-api.ts';
import { rateHeaders } from './rate-limit/rate-headers.ts';
import { validateAnswer } from './validate-answer.ts';

/** Adds the headers that every answer of the operation has, refusals included. */
export function completeAnswer(
  { publicUrl, validateResponses }: { publicUrl: string; validateResponses: boolean },
  operation: ServiceOperation,
  { bare, request, progress }: { bare: Answer; request: IncomingRequest; progress: Progress },
): Answer {
  const rate = progress.rate ?? untouchedWindow(defaultSettings.usersApiRequestsPerMinute);
  const headers = {
    ...bare.headers,
    ...(isRateLimited(operation) && rateHeaders(rate)),
    ...deprecationHeaders(operation, { path: request.path, publicUrl }),
  };
  const answer = { ...bare, headers };
  return validateResponses && !bare.fault ? validateAnswer(operation, answer) : answer;
}
