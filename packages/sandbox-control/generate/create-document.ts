import { createSchemaReader, type Schema } from './read-schemas.ts';
import { sourcePattern, topics } from './sources.ts';

interface Operation {
  operationId: string;
  [part: string]: unknown;
}

/** The OpenAPI document of the control API. */
export interface ControlDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; [part: string]: unknown };
  [part: string]: unknown;
}

/** Creates the document that the types in `src/calls` describe. */
export function createDocument(): ControlDocument {
  const { read, schemas } = createSchemaReader(sourcePattern);
  const { properties: pathValues = {} } = read('PathValues');
  const tags: object[] = [];
  const paths: ControlDocument['paths'] = {};
  for (const { name: tag, interfaceName } of topics) {
    const { description, properties: calls = {} } = read(interfaceName);
    tags.push({ name: tag, description });
    for (const [operationId, call] of Object.entries(calls)) {
      const [method = '', path = ''] = String(call.properties?.['route']?.enum?.[0]).split(' ');
      const operation = toOperation(call, { operationId, tag, path, pathValues });
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  schemas['Problem'] = read('Problem');
  const problem = jsonContent({ $ref: '#/components/schemas/Problem' });
  return {
    ...frame,
    tags,
    paths,
    components: {
      securitySchemes: { controlToken },
      responses: { Problem: { description: 'The call was refused.', content: problem } },
      schemas,
    },
  };
}

const frame = {
  openapi: '3.0.3',
  info: {
    title: 'Control API of the sandbox',
    version: '1.0.0',
    description:
      'Sets up, moves and observes the sandbox of the Escrow Contract Service. Not part of the service itself. If the sandbox has a ' +
      'control token, every call sends it: `Authorization: Bearer <control token>`.',
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  },
  security: [{}, { controlToken: [] }],
};

const controlToken = {
  type: 'http',
  scheme: 'bearer',
  description: 'The control token that the sandbox was started with.',
};

interface CallRoute {
  operationId: string;
  tag: string;
  path: string;
  pathValues: Record<string, Schema>;
}

/** The first paragraph of a call's comment is its summary. */
function toOperation(
  { description: comment = '', properties = {}, required = [] }: Schema,
  { operationId, tag, path, pathValues }: CallRoute,
): Operation {
  const [summary = '', ...description] = comment.split('\n\n');
  const { query, body, answer = {} } = properties;
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => {
    const schema = pathValues[name];
    if (!schema) throw new Error(`${operationId}: describe {${name}} in PathValues.`);
    return toParameter(name, { in: 'path', required: true, schema });
  });
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    toParameter(name, { in: 'query', schema }),
  );
  return {
    operationId,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    ...(description.length > 0 && { description: description.join('\n\n') }),
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: required.includes('body'), content: jsonContent(body) } }),
    responses: {
      200: { description: 'Done.', content: jsonContent(answer) },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function toParameter(
  name: string,
  { schema: { description, ...schema }, ...place }: { in: string; required?: true; schema: Schema },
): object {
  return { name, ...place, description, schema };
}

function jsonContent(schema: Schema): object {
  return { 'application/json': { schema } };
}
