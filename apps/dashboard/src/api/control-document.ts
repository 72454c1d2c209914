import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from './control.ts';
import { useTenantId } from './use-tenant-state.ts';

/** The schema of a form's value, from the control API's document. */
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

/** The control API's document, from which forms are built. */
export interface ControlDocument {
  components: { schemas: Record<string, DocumentSchema> };
}

/** Reads the document. It does not change while the sandbox runs. */
export function useControlDocument(): UseQueryResult<ControlDocument> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: ['document'],
    queryFn: async () => (await controlOf(tenant).document()) as unknown as ControlDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The properties of a schema by name, with references resolved. */
export function propertiesOf(document: ControlDocument, name: string): [string, DocumentSchema][] {
  const properties = document.components.schemas[name]?.properties ?? {};
  return Object.entries(properties).map(([property, schema]) => [property, resolve(document, schema)]);
}

/** Resolves a reference; returns anything else as it is. */
function resolve(document: ControlDocument, schema: DocumentSchema): DocumentSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}
