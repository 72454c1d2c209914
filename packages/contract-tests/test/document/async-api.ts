import type { OpenApiDocument, Parameter, Schema } from '@escrow-kit/spec';

/** An AsyncAPI document, as far as the comparator reads it. */
export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string };
  channels: Record<string, { messages: Record<string, { payload: Schema; headers: Schema }> }>;
  operations: Record<string, { action: 'send'; channel: { $ref: string }; messages: { $ref: string }[] }>;
  components: { schemas: Record<string, Schema> };
}

/**
 * The webhooks of the OpenAPI document as an AsyncAPI document with the same schemas, which the comparator needs for messages.
 */
export function toAsyncApi({ info, components, ...document }: OpenApiDocument): AsyncApiDocument {
  const webhooks = Object.values(document['x-webhooks']).flatMap(({ post }) => (post ? [post] : []));
  const channels = webhooks.map(({ operationId, parameters = [], requestBody }) => {
    const payload = requestBody?.content['application/json']?.schema ?? {};
    return [operationId, { messages: { [operationId]: { payload, headers: headersOf(parameters as Parameter[]) } } }];
  });
  const operations = webhooks.map(({ operationId }) => [
    operationId,
    {
      action: 'send',
      channel: { $ref: `#/channels/${operationId}` },
      messages: [{ $ref: `#/channels/${operationId}/messages/${operationId}` }],
    },
  ]);
  return {
    asyncapi: '3.0.0',
    info: { title: info.title, version: info.version },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: { schemas: components.schemas },
  };
}

const headersOf = (parameters: Parameter[]): Schema => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
});
