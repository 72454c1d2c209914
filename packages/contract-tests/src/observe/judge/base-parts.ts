import {
  baseDocument as base,
  listOperations,
  listWebhookRequests,
  type OpenApiDocument,
  openApiDocument,
  resolveReference,
} from '@escrow-kit/spec';

/** The parts of the process's document that have a counterpart in the document without overlays. */
const parts = new WeakSet<object>();

/** Whether the document without overlays has a part, such as a schema; what an overlay changed in it does not matter. */
export const isOfBase = (part: object): boolean => parts.has(part);

const operationsOf = (document: OpenApiDocument) => [...listOperations(document), ...listWebhookRequests(document)];

addParts(openApiDocument.components, base.components);
for (const { id, definition, parameters } of operationsOf(openApiDocument)) {
  const own = operationsOf(base).find((operation) => operation.id === id);
  // Parameters by their name: an overlay may remove one, so that others take its place.
  addParts({ ...definition, parameters: undefined }, own?.definition);
  for (const parameter of parameters)
    addParts(
      parameter,
      own?.parameters.find((one) => one.name === parameter.name && one.in === parameter.in),
    );
}

function addParts(part: unknown, counterpart: unknown): void {
  const known = resolve(counterpart);
  if (typeof part !== 'object' || part === null || typeof known !== 'object' || known === null) return;
  parts.add(part);
  for (const [key, child] of Object.entries(part))
    addParts(child, Object.hasOwn(known, key) ? (known as Record<string, unknown>)[key] : undefined);
}

/** An overlay may write out what the base refers to. */
function resolve(part: unknown): unknown {
  const { $ref } = (part ?? {}) as { $ref?: unknown };
  return typeof $ref === 'string' ? resolve(resolveReference($ref, base)) : part;
}
