import { listOperations, type OpenApiDocument } from '@escrow-kit/spec';

/** Changes a document in place. Throws if there is nothing to change, so that every change has an effect. */
export type Change = (document: OpenApiDocument) => void;

/** A place in a document: an operation, a webhook, a schema or a part of the document by its name, and the keys below it. */
type Place = readonly [root: string, ...keys: string[]];

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document are taken apart by their keys
type Part = any;

/** The object or list that holds a place, and its key there. In a list of parameters, the key is a name. */
function find(document: OpenApiDocument, [root, ...keys]: Place): { holder: Part; key: string } {
  const { schemas } = document.components;
  const operation = listOperations(document).find(({ id }) => id === root)?.definition;
  let holder: Part = operation ?? document['x-webhooks'][root]?.post ?? schemas[root] ?? (document as Part)[root];
  const keyIn = (part: Part, key: string) =>
    Array.isArray(part) ? String(part.findIndex(({ name }) => name === key)) : key;
  for (const key of keys.slice(0, -1)) holder = holder?.[keyIn(holder, key)];
  const key = keyIn(holder, keys.at(-1) ?? '');
  if (!Object.hasOwn(holder ?? {}, key)) throw new Error(`The document has no ${[root, ...keys].join(' ')}.`);
  return { holder, key };
}

/** Puts another value at a place. */
export const set =
  (place: Place, value: unknown): Change =>
  (document) => {
    const { holder, key } = find(document, place);
    holder[key] = value;
  };

/** Removes places. */
export const remove =
  (...places: Place[]): Change =>
  (document) => {
    for (const place of places) {
      const { holder, key } = find(document, place);
      delete holder[key];
    }
  };

/** Gives a key another name, and keeps its position. */
export const rename =
  (place: Place, to: string): Change =>
  (document) => {
    const { holder, key: from } = find(document, place);
    const entries = Object.entries(holder).map(([key, value]) => [key === from ? to : key, value]);
    for (const key of Object.keys(holder)) delete holder[key];
    Object.assign(holder, Object.fromEntries(entries));
  };

/** Gives a field of a schema another name. */
export const renameField =
  (schema: string, from: string, to: string): Change =>
  (document) => {
    rename([schema, 'properties', from], to)(document);
    const { required = [] } = document.components.schemas[schema] ?? {};
    if (required.includes(from)) required[required.indexOf(from)] = to;
  };

/** Gives a field of a schema another definition. */
export const setField = (schema: string, field: string, definition: object): Change =>
  set([schema, 'properties', field], definition);

/** Requires a field, whether the schema has it or not. */
export const requireField =
  (schema: string, field: string): Change =>
  (document) => {
    const { holder } = find(document, [schema, 'properties']);
    holder.required = [...(holder.required ?? []), field];
  };

/** Makes a field optional. */
export const removeRequired =
  (schema: string, field: string): Change =>
  (document) => {
    const { holder } = find(document, [schema, 'required']);
    if (!holder.required.includes(field)) throw new Error(`${schema} does not require ${field}.`);
    holder.required = holder.required.filter((name: string) => name !== field);
  };
