import type { Check, Property } from './check.ts';

// What the client adds to a request follows the document: no field that it lacks, and no value of ours for one that may be left out.

const fieldOf = (check: Check | undefined, name: string): Property | undefined =>
  check?.properties && Object.hasOwn(check.properties, name) ? check.properties[name] : undefined;

/**
 * The values whose fields a document has.
 * @param made Values that the client makes. Of an object that is not shown, all are returned.
 * @param given Values that a caller gave by names that the document may have.
 */
export function fieldsOf<Made extends object>(check: Check | undefined, made: Made, given: object = {}): Made {
  const names = check?.properties ? fieldNames(check) : Object.keys(made);
  const entries = Object.entries({ ...given, ...made }).filter(
    ([name, value]) => value !== undefined && names.includes(name),
  );
  // A field that is left out is one that the types of this document lack.
  return Object.fromEntries(entries) as Made;
}

/** The names of the fields that a document has, without those that it forbids. */
export const fieldNames = (check: Check | undefined): string[] =>
  Object.keys(check?.properties ?? {}).filter((name) => !fieldOf(check, name)?.check.isForbidden);

/** Whether a document requires a field. */
export const requiresField = (check: Check | undefined, name: string): boolean =>
  fieldOf(check, name)?.isRequired === true;

/** The check of a field; undefined if it is not shown. */
export const checkOfField = (check: Check | undefined, name: string): Check | undefined => fieldOf(check, name)?.check;
