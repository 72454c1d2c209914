/**
 * A step of a kept pointer. Where a discriminator of the document chooses the schema of a value, the step to that value says which:
 * `*[role=CUSTOMER]` is each entry whose `role` is CUSTOMER.
 */
export interface PointerStep {
  /** The property's name, or `*` for each entry. */
  name: string;
  /** The discriminator's property and its value, which may be one that the document does not have. */
  alternative?: { property: string; value: string } | undefined;
}

/** Writes a step. */
export const writeStep = ({ name, alternative }: PointerStep): string =>
  alternative ? `${name}[${alternative.property}=${alternative.value}]` : name;

/** Reads a step. */
export function readStep(step: string): PointerStep {
  const [, name, property, value] = /^(.+)\[([^[=]+)=(.*)\]$/s.exec(step) ?? [];
  if (name === undefined || property === undefined || value === undefined) return { name: step };
  return { name, alternative: { property, value } };
}

/** The keys of a JSON pointer. */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The JSON pointer of keys. */
export const toPointer = (segments: readonly string[]): string =>
  segments.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The value at the keys; undefined if there is none. */
export const valueAt = (value: unknown, segments: readonly string[]): unknown =>
  segments.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The pointer of the object or list around a field. */
export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** The last key of a pointer, as its name in an object, in whatever alternative; `*` for entries. */
export const nameOf = (pointer: string): string => readStep(segmentsOf(pointer).at(-1) ?? '').name;

/** A pointer as a person reads it: `data.parties[role=CUSTOMER].fee`, with `[]` for each entry. */
export const fieldOf = (pointer: string): string =>
  segmentsOf(pointer).map(describeStep).join('').replace(/^\./, '') || 'the body';

function describeStep(step: string): string {
  if (readStep(step).name !== '*') return `.${step}`;
  return step === '*' ? '[]' : step.slice(1);
}

/** The pointer with another alternative of its last step. */
export const withAlternative = (pointer: string, alternative: PointerStep['alternative']): string =>
  parentOf(pointer) + toPointer([writeStep({ name: nameOf(pointer), alternative })]);

/** A pointer to the same field in all alternatives. */
export const withoutAlternatives = (pointer: string): string =>
  pointer
    .split('/')
    .map((step) => readStep(step).name)
    .join('/');
