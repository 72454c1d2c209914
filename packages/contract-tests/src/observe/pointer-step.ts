/**
 * A step of a kept pointer. Where a discriminator of the document chooses the schema of a value, the step to that value says which:
 * `*[role=CUSTOMER]` is each entry whose `role` is CUSTOMER.
 */
export interface PointerStep {
  /** The property's name, or `*` for each entry. */
  name: string;
  /** The discriminator's property and its value, which may be one that the document does not have. */
  alternative?: { property: string; value: string };
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

/** The pointer with another alternative of its last step. */
export function withAlternative(pointer: string, { property, value }: Required<PointerStep>['alternative']): string {
  const [start, step] = [pointer.slice(0, pointer.lastIndexOf('/') + 1), pointer.slice(pointer.lastIndexOf('/') + 1)];
  const toKey = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');
  const alternative = { property: toKey(property), value: toKey(value) };
  return `${start}${writeStep({ name: readStep(step).name, alternative })}`;
}

/** A step as a person reads it: `[]`, `[role=CUSTOMER]` or `.fee`. */
export function describeStep(step: string): string {
  if (readStep(step).name !== '*') return `.${step}`;
  return step === '*' ? '[]' : step.slice(1);
}

/** A pointer to the same field in all alternatives. */
export const withoutAlternatives = (pointer: string): string =>
  pointer
    .split('/')
    .map((step) => readStep(step).name)
    .join('/');
