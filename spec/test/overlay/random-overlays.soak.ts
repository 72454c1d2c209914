import fc from 'fast-check';
import { expect, test } from 'vitest';
import bundle from '../../openapi.bundle.json' with { type: 'json' };
import { factsOf } from '../../src/document/read-facts.ts';
import { listOperations, listWebhookRequests } from '../../src/index.ts';
import { OverlayError, readOverlays } from '../../src/overlay.ts';
import { createRequestValidator } from '../../src/validate.ts';
import { writeOverlay } from './write-overlay.ts';

/** A path to each node of a document. */
function targetsOf(node: unknown, target = '$'): string[] {
  if (typeof node !== 'object' || node === null) return [target];
  const children = Object.entries(node).flatMap(([key, child]) =>
    targetsOf(child, `${target}[${Array.isArray(node) ? key : JSON.stringify(key)}]`),
  );
  return [target, ...children];
}

const targets = targetsOf(bundle);
const keys = [...new Set(targets.flatMap((target) => /\["([^"]*)"\]$/.exec(target)?.[1] ?? []))];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, -1, 1e300, '', 'PAID', 'object', '#/components/schemas/Party', '(', 'PARTY-3'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }),
  ),
}));
const action = fc.oneof(
  fc.record({ target: fc.constantFrom(...targets), remove: fc.constant(true) }),
  fc.record({ target: fc.constantFrom(...targets), update: value }),
  fc.record({
    target: fc.constantFrom(...targets),
    update: fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 1, maxKeys: 2 }),
  }),
);

test('any overlay is refused by its line, or makes a document that can be used', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 2 }), async (actions) => {
    const file = writeOverlay(actions.map((one) => `  - ${JSON.stringify(one)}\n`).join(''));

    const document = await readOverlays([file]).catch((error: unknown) => {
      expect(error).toBeInstanceOf(OverlayError);
      expect((error as OverlayError).line).toBeGreaterThanOrEqual(4);
      expect((error as OverlayError).line).toBeLessThan(4 + actions.length);
    });

    if (!document) return;
    factsOf(document);
    const requests = [...listOperations(document), ...listWebhookRequests(document)];
    for (const { id } of requests) createRequestValidator(id, document)({ body: {} });
  });
  await fc.assert(property, { numRuns: 1000 });
});
