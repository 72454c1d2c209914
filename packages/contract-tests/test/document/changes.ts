import type { OpenApiDocument, Operation, Parameter, Schema } from '@escrow-kit/spec';
import { operationsOf } from './operations-of.ts';

/** Changes a document in place. Throws if there is nothing to change, so that every change has an effect. */
export type Change = (document: OpenApiDocument) => void;

/** An object of the document. */
export function schemaOf(
  { components }: OpenApiDocument,
  name: string,
): Schema & { properties: Record<string, Schema> } {
  const schema = components.schemas[name];
  if (!schema?.properties) throw new Error(`The document has no object ${name}.`);
  return schema as Schema & { properties: Record<string, Schema> };
}

function operationOf(document: OpenApiDocument, id: string): Operation {
  const operation = operationsOf(document).get(id);
  if (!operation) throw new Error(`The document has no ${id}.`);
  return operation;
}

/** Renames a key and keeps its position. Throws if the key is missing, so that every mutation has an effect. */
function renameKey(object: object, from: string, to: string): void {
  if (!Object.hasOwn(object, from)) throw new Error(`There is no ${from} to rename.`);
  const entries = Object.entries(object).map(([key, value]) => [key === from ? to : key, value]);
  for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key];
  Object.assign(object, Object.fromEntries(entries));
}

/** Renames a field of a schema. */
export const renameField =
  (schema: string, from: string, to: string): Change =>
  (document) => {
    const { properties, required = [] } = schemaOf(document, schema);
    renameKey(properties, from, to);
    if (required.includes(from)) required[required.indexOf(from)] = to;
  };

/** Gives a field of a schema another definition. */
export const setField =
  (schema: string, field: string, definition: Schema): Change =>
  (document) => {
    const { properties } = schemaOf(document, schema);
    if (!properties[field]) throw new Error(`${schema} has no ${field}.`);
    properties[field] = definition;
  };

/** Requires a field, whether the schema has it or not. */
export const requireField =
  (schema: string, field: string): Change =>
  (document) => {
    const target = schemaOf(document, schema);
    target.required = [...(target.required ?? []), field];
  };

/** Makes a field optional. */
export const removeRequired =
  (schema: string, field: string): Change =>
  (document) => {
    const target = schemaOf(document, schema);
    if (!target.required?.includes(field)) throw new Error(`${schema} does not require ${field}.`);
    target.required = target.required.filter((name) => name !== field);
  };

/** Renames a path. */
export const renamePath =
  (from: string, to: string): Change =>
  ({ paths }) =>
    renameKey(paths, from, to);

/** Serves a path by another method. */
export const changeMethod =
  (path: string, from: string, to: string): Change =>
  ({ paths }) =>
    renameKey(paths[path] ?? {}, from, to);

/** Removes an answer. */
export const removeStatus =
  (operation: string, ...statuses: string[]): Change =>
  (document) => {
    const { responses } = operationOf(document, operation);
    for (const status of statuses) {
      if (!responses[status]) throw new Error(`${operation} has no ${status}.`);
      delete responses[status];
    }
  };

/** Changes the media type of the body. */
export const renameMediaType =
  (operation: string, from: string, to: string): Change =>
  (document) =>
    renameKey(operationOf(document, operation).requestBody?.content ?? {}, from, to);

/** Changes the tokens. */
export const setSecurity =
  (operation: string, ...schemes: string[]): Change =>
  (document) => {
    operationOf(document, operation).security = schemes.map((scheme) => ({ [scheme]: [] }));
  };

/** A parameter of an operation. */
export const parameterOf = (document: OpenApiDocument, operation: string, name: string): Parameter => {
  const { parameters = [] } = operationOf(document, operation);
  const parameter = (parameters as Parameter[]).find((candidate) => candidate.name === name);
  if (!parameter) throw new Error(`${operation} has no parameter ${name}.`);
  return parameter;
};

/** Requires another query parameter. */
export const addQuery =
  (operation: string, name: string): Change =>
  (document) => {
    const target = operationOf(document, operation);
    target.parameters = [
      ...(target.parameters ?? []),
      { name, in: 'query', required: true, schema: { type: 'string' } },
    ];
  };

/** Changes the header that signs an event. */
export const changeSignature =
  (change: Partial<Parameter>): Change =>
  (document) => {
    const [header] = document['x-webhooks']['contractEvent']?.post?.parameters ?? [];
    if (!header) throw new Error('The webhook has no parameter.');
    Object.assign(header, change);
  };
