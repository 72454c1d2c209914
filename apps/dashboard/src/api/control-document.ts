import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './control-api.ts';

/** What a form needs to know of a value, as the document of the control API says it. */
export interface DocumentSchema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, DocumentSchema>;
}

/** The document of the control API, by which forms are made. */
export interface ControlDocument {
  components: { schemas: Record<string, DocumentSchema> };
}

/** Reads the document. It does not change while the sandbox runs. */
export function useControlDocument(): UseQueryResult<ControlDocument> {
  return useQuery({
    queryKey: ['document'],
    queryFn: async () => (await answerOf(api.GET('/_sandbox/openapi.json'))) as unknown as ControlDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The properties of a schema by their names, references followed. */
export function propertiesOf(document: ControlDocument, name: string): [string, DocumentSchema][] {
  const properties = document.components.schemas[name]?.properties ?? {};
  return Object.entries(properties).map(([property, schema]) => [property, resolve(document, schema)]);
}

/** What a reference stands for; anything else stands for itself. */
function resolve(document: ControlDocument, schema: DocumentSchema): DocumentSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}
