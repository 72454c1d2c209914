import { adaptValue, openApiDocument, responseFor, type ServiceOperation } from '@escrow-kit/spec';
import type { Answer } from '../http/answer.ts';

/** A success as overlays document it: of other types, with the fields and values that they add, or without a body. */
export function followOverlays({ responses }: ServiceOperation, answer: Answer): Answer {
  const [media] = Object.values(responseFor(responses, answer.status)?.content ?? {});
  const body = media && adaptValue(answer.body, media.schema, { document: openApiDocument });
  return { ...answer, body };
}
