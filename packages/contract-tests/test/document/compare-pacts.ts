import { listWebhookRequests, type OpenApiDocument, type Schema } from '@escrow-kit/spec';
import * as comparatorModule from '@pactflow/openapi-pact-comparator';
import { allPacts } from '../support/pacts.ts';

/** The comparator's result. */
interface ComparatorResult {
  type: 'error' | 'warning' | 'info';
  code: string;
  mockDetails?: { interactionDescription?: string | null };
}

type CreateComparator = new (documents: {
  oas: OpenApiDocument;
  asyncapi: object;
}) => { compare(pact: unknown): AsyncIterable<ComparatorResult> };

// The package's declarations import each other without file extensions, which TypeScript can't resolve from an ES module.
const { Comparator } = comparatorModule as unknown as { Comparator: CreateComparator };

/** How the comparator finds the operation of a message. */
const messageReference = { comments: { references: { AsyncAPI: { operationId: 'contractEvent' } } } };

/** Compares the pacts with a document and returns the comparator's objections, one by one, as `<code> <description>`. */
export async function* comparePacts(document: OpenApiDocument): AsyncGenerator<string> {
  // The comparator changes its input.
  const own = structuredClone(document);
  const comparator = new Comparator({ oas: own, asyncapi: toAsyncApi(own) });
  for (const { interactions, ...pact } of structuredClone(allPacts)) {
    const referring = interactions.map((one) => (one.request ? one : { ...one, ...messageReference }));
    for await (const { type, code, mockDetails } of comparator.compare({ ...pact, interactions: referring })) {
      if (type === 'error') yield `${code} ${mockDetails?.interactionDescription}`;
    }
  }
}

/**
 * The webhooks of the OpenAPI document as an AsyncAPI document with the same schemas, which the comparator needs for messages.
 */
function toAsyncApi(document: OpenApiDocument): object {
  const { title, version } = document.info;
  const webhooks = listWebhookRequests(document);
  const channels = webhooks.map(({ id, parameters, body }) => {
    const headers: Schema = {
      type: 'object',
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    };
    return [id, { messages: { [id]: { payload: body?.schema ?? {}, headers } } }];
  });
  const operations = webhooks.map(({ id }) => [
    id,
    {
      action: 'send',
      channel: { $ref: `#/channels/${id}` },
      messages: [{ $ref: `#/channels/${id}/messages/${id}` }],
    },
  ]);
  return {
    asyncapi: '3.0.0',
    info: { title, version },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: { schemas: document.components.schemas },
  };
}
