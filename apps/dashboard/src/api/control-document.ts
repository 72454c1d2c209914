import { useControl } from './use-control.ts';

/** The keywords of a schema that a field of a form needs. */
export interface FieldSchema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, FieldSchema>;
}

/** The properties of a schema in the control API's document by name, with references resolved; undefined until it is read. */
export function useProperties(name: string): Record<string, FieldSchema> | undefined {
  const { data } = useControl('document');
  if (!data) return undefined;
  const { schemas } = data['components'] as { schemas: Record<string, FieldSchema> };
  const properties = Object.entries(schemas[name]?.properties ?? {});
  return Object.fromEntries(
    properties.map(([property, schema]) => [property, schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema]),
  );
}
