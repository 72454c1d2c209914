import { resolveReference, type Schema } from '@escrow-kit/spec';
import { rulesOf } from './rules-in.ts';

/** A field of a body, with its description in the document. */
export interface Field {
  /** Such as `milestones[].itemPrice`. */
  path: string;
  /** Such as `string, required`. */
  type: string;
  text: string;
  rules: string[];
}

/** Lists every field of a schema, including nested fields and alternatives, in the order of the document. */
export function listFields(schema: Schema, path = ''): Field[] {
  const whole = resolved(schema);
  const { properties = {}, required = [], items, additionalProperties, oneOf, anyOf } = whole;
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const fieldPath = path ? `${path}.${name}` : name;
    return [toField(fieldPath, resolved(property), required.includes(name)), ...listFields(property, fieldPath)];
  });
  const inList = items ? listFields(items, `${path}[]`) : [];
  const inMap = isSchema(additionalProperties) ? listFields(additionalProperties, `${path}{}`) : [];
  const alternatives = [...(oneOf ?? []), ...(anyOf ?? [])].flatMap((each) => listFields(each, path));
  return [...own, ...inList, ...inMap, ...alternatives];
}

const isSchema = (value: Schema | undefined): value is Schema => typeof value === 'object';

function toField(path: string, schema: Schema, isRequired: boolean): Field {
  const { enum: values, pattern, description = '', not } = schema;
  const isForbidden = not !== undefined && Object.keys(not).length === 0;
  const type = isForbidden
    ? 'must not be sent'
    : [schema.type ?? 'any', isRequired && 'required'].filter(Boolean).join(', ');
  const sentences = [
    description,
    values && `One of ${values.map((value) => `\`${value}\``).join(', ')}.`,
    schema['x-known-values'] && `Known values: ${schema['x-known-values'].map((value) => `\`${value}\``).join(', ')}.`,
    pattern && `Matches \`${pattern}\`.`,
    schema['x-not-shown'] && `*Not shown:* ${schema['x-not-shown']}`,
  ];
  return { path, type, text: sentences.filter(Boolean).join(' '), rules: [...new Set(rulesOf(schema))] };
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);
}
