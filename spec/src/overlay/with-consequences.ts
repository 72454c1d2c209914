import { adaptValue } from '../document/adapt-value.ts';

/** The names of the fields that hold amounts of money. */
const amountFields: readonly string[] = ['amount', 'itemPrice', 'fee'];

import type { MediaType, OpenApiDocument, Schema } from '../document/document.ts';
import { nodesOf, resolveIn } from '../document/parts.ts';
import { operationsIn, partyRolesOf, webhookOf } from '../document/read-facts.ts';
import { followSignature } from './follow-signature.ts';
import { followTokenSources } from './follow-token-sources.ts';
import { renameRoles } from './rename-roles.ts';
import { renameStates } from './rename-states.ts';
import { withoutRulesOff } from './without-rules-off.ts';

/**
 * Carries what overlays say in one place to the others: names of states to the enumerations and examples that have them, whole
 * amounts to their schemas, tokens to the answers that give them, the signature to the header that carries it, rules that are off to the keywords that state them,
 * schemas to the examples of bodies. Fills in what an added operation may leave out. Changes the document.
 */
export function withConsequences(document: OpenApiDocument, base: OpenApiDocument): OpenApiDocument {
  fillOperations(document);
  renameStates(document, base);
  followSignature(webhookOf(document), { document, base });
  followAmountUnit(document);
  const changed = withoutRulesOff(document);
  adaptExamples(changed);
  followTokenSources(changed);
  return changed;
}

/** Amounts in minor units are whole. */
function followAmountUnit(document: OpenApiDocument): void {
  if (document['x-amount-unit'] !== 'minor') return;
  for (const { keys, node } of nodesOf({ schemas: document.components.schemas })) {
    const isAmount = keys.at(-2) === 'properties' && amountFields.includes(keys.at(-1) ?? '');
    const schema = isAmount ? (resolveIn(document, node) as Schema | undefined) : undefined;
    if (schema?.type === 'number') schema.type = 'integer';
  }
}

/** Mock, sandbox and contract tests send examples, so they have to fit their schemas. */
function adaptExamples(document: OpenApiDocument): void {
  const roles = partyRolesOf(document);
  const { paths, 'x-webhooks': webhooks, components } = document;
  for (const { node } of nodesOf({ paths, 'x-webhooks': webhooks, responses: components.responses })) {
    if (!('schema' in node && 'examples' in node)) continue;
    const { schema, examples } = node as unknown as Required<MediaType>;
    for (const example of Object.values(examples)) {
      example.value = adaptValue(renameRoles(example.value, roles), schema, { document });
    }
  }
}

/** ERR-1: any other refusal of an operation has any shape. */
const otherRefusal = '#/components/responses/OtherRefusal';

function fillOperations(document: OpenApiDocument): void {
  for (const { definition } of operationsIn(document.paths)) {
    definition.tags ??= [];
    definition.summary ??= definition.operationId;
    definition['x-rules'] ??= [];
    definition.responses['default'] ??= { $ref: otherRefusal };
  }
  for (const scheme of Object.values(document.components.securitySchemes)) {
    scheme.description ??= '';
    scheme['x-rules'] ??= [];
  }
  for (const { keys, node } of nodesOf(document)) {
    const isContent = keys.at(-2) === 'content';
    if (isContent || ('name' in node && 'in' in node)) node['schema'] ??= {};
    if (!isContent || !('example' in node)) continue;
    node['examples'] ??= { example: { value: node['example'] } };
    delete node['example'];
  }
}
