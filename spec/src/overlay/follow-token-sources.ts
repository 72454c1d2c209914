import type { OpenApiDocument, Response } from '../document/document.ts';
import { followPointer } from '../document/follow-pointer.ts';
import { operationsIn } from '../document/operations-in.ts';
import { resolveIn } from './document-parts.ts';

/** Puts the token that mock and sandbox accept into the example of the answer that gives it. */
export function followTokenSources(document: OpenApiDocument): void {
  const operations = operationsIn(document.paths).map(({ definition }) => definition);
  for (const { 'x-obtained-by': source, 'x-example-token': token } of Object.values(
    document.components.securitySchemes,
  )) {
    const operation = operations.find(({ operationId }) => operationId === source?.operation);
    if (!source || !operation) continue;
    for (const [status, listed] of Object.entries(operation.responses)) {
      const { content = {} } = resolveIn(document, listed as Response) ?? {};
      const examples = status.startsWith('2')
        ? Object.values(content).flatMap((media) => Object.values(media.examples ?? {}))
        : [];
      for (const { value } of examples) replaceAt(value, source.token, token);
    }
  }
}

/** Replaces the text that a JSON pointer leads to, if there is one. */
function replaceAt(value: unknown, pointer: string, text: string): void {
  const [, around = '', key = ''] = /^(.*)\/(.*)$/s.exec(pointer) ?? [];
  const holder = around === '' ? value : followPointer(around, value as object);
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  if (typeof followPointer(pointer, value as object) === 'string') Object.assign(holder as object, { [name]: text });
}
