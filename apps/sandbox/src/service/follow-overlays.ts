import { adaptValue, openApiDocument, responseFor, type ServiceOperation } from '@escrow-kit/spec';
import type { Answer } from '../http/answer.ts';

/**
 * An answer as overlays document it: of other types, with the fields and values that they add, or without a body. One that the
 * document does not have stays.
 */
export function followOverlays({ responses }: ServiceOperation, answer: Answer): Answer {
  const response = responseFor(responses, answer.status);
  if (!response) return answer;
  const [media] = Object.values(response.content ?? {});
  const body = media && adaptValue(answer.body, media.schema, { document: openApiDocument });
  return { ...answer, body };
}
