/**
 * A step of a kept pointer. Where a discriminator of the document chooses the schema of a value, the step to that value says which:
 * `*[role=CUSTOMER]` is each entry whose `role` is CUSTOMER.
 */
export interface PointerStep {
  /** The property's name, or `*` for each entry. */
  name: string;
  /** The discriminator's property and its value, which the document has. */
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

/** Whether a step is to each entry of a list or map, or to those of an alternative. */
export const isEntry = (step: string): boolean => readStep(step).name === '*';

/** A step as a person reads it: `[]`, `[role=CUSTOMER]` or `.fee`. */
export function describeStep(step: string): string {
  if (!isEntry(step)) return `.${step}`;
  return step === '*' ? '[]' : step.slice(1);
}

/** A pointer to the same field in all alternatives. */
export const withoutAlternatives = (pointer: string): string =>
  pointer
    .split('/')
    .map((step) => readStep(step).name)
    .join('/');
