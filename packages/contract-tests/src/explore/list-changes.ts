import { type Schema, type ServiceOperation, withForbiddenProperties } from '@escrow-kit/spec';
import fc from 'fast-check';
import { PlacedMap, type Template, toExample } from '../consumer/placed-value.ts';
import { samples } from '../consumer/samples.ts';
import { type Change, firstKey } from './change.ts';
import { resolveSchema } from './resolve-schema.ts';
import { forbiddenValue, nearMissOf, ofOtherType, ofType, openValues, settledValues } from './values.ts';

type Changes = fc.MaybeWeightedArbitrary<Change>[];

/** A place in a request, with what the document and the sample have there. */
interface Place {
  path: Change['path'];
  schema: Schema;
  /** Undefined if the sample leaves it out. */
  sample: Template | undefined;
  /** Default: false. */
  isOptional?: boolean;
  /** Whether it is settled that it may be left out. Default: false. */
  maybeLeftOut?: boolean;
  /** In a form or query, where every value is text. */
  isText: boolean;
}

/** The body of an operation's sample. Two milestones, because a rule may hold for the first one only. */
export function sampleBodyOf({ id }: ServiceOperation): Template | undefined {
  const { body } = samples[id].request;
  if (id !== 'addMilestones') return body;
  const [milestone] = (body as { milestones: Template[] }).milestones;
  return { milestones: [milestone ?? null, milestone ?? null] };
}

/** Every kind of change of an operation's sample that can be generated. */
export function listChanges(operation: ServiceOperation): Changes {
  const { body, mediaType, parameters, id } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const { request } = samples[id];
  return [
    ...query.flatMap(({ name, required, schema }) =>
      changesAt({
        path: ['query', name],
        schema,
        sample: request.query?.[name],
        isOptional: !required,
        isText: true,
      }),
    ),
    ...(body
      ? changesAt({
          path: ['body'],
          schema: body.schema,
          sample: sampleBodyOf(operation),
          // Which field an answer would name is not shown.
          isOptional: true,
          isText: mediaType !== 'application/json',
        })
      : []),
  ];
}

/** The schema of a value: the branch of its discriminator, and forbidden properties as properties. */
function schemaFor(named: Schema, sample: Template | undefined): Schema {
  const schema = resolveSchema(named);
  if (schema.discriminator) {
    const { mapping, propertyName } = schema.discriminator;
    const chosen = (sample as Record<string, string> | undefined)?.[propertyName] ?? '';
    return schemaFor({ $ref: mapping[chosen] ?? '' }, sample);
  }
  return withForbiddenProperties(schema);
}

function changesAt(place: Place): Changes {
  const schema = schemaFor(place.schema, place.sample);
  const resolved = { ...place, schema };
  return [...ownChanges(resolved), ...innerChanges(resolved)];
}

/** How much likelier than any other change a settled value is, because it may show more than a refusal. */
const settledWeight = 4;

function ownChanges({ path, schema, sample, isOptional = false, maybeLeftOut = false, isText }: Place): Changes {
  const change = (values: fc.Arbitrary<Template | undefined>, isSettled = false) =>
    values.map((value): Change => ({ path, value, isSettled, isOptional }));
  const name = path.at(-1) ?? '';
  const { type } = schema;
  const settled = settledValues[name];
  const open = openValues[name];
  return [
    ...(sample !== undefined && path.length > 1 ? [change(fc.constant(undefined), maybeLeftOut)] : []),
    ...(settled ? [{ arbitrary: change(settled, true), weight: settledWeight }] : []),
    ...(open ? [change(open)] : []),
    ...(type === undefined || isText ? [] : [change(ofOtherType(type))]),
    ...(type === undefined || type === 'object' || type === 'array' ? [] : [change(ofType(type))]),
    ...(schema.enum ? [change(fc.constantFrom(...(schema.enum as Template[])))] : []),
    ...(schema.pattern && sample !== undefined ? [change(nearMissOf(String(toExample(sample))))] : []),
  ];
}

/** The changes within an object or a list. */
function innerChanges(place: Place): Changes {
  const { path, schema, sample, isText } = place;
  if (sample instanceof PlacedMap) {
    const [entry] = sample.entries;
    return changesAt({
      path: [...path, firstKey],
      schema: schema.additionalProperties ?? {},
      sample: entry?.[1],
      isText,
    });
  }
  if (Array.isArray(sample)) {
    return sample.flatMap((item, index) =>
      // One that is there twice may be left out once. Without one of several parties, others may be refused.
      changesAt({
        path: [...path, index],
        schema: schema.items ?? {},
        sample: item,
        maybeLeftOut: index > 0 && item === sample[0],
        isText,
      }),
    );
  }
  const { properties, required = [] } = schema;
  if (properties === undefined) return [];
  const isNotShown = schema['x-not-shown'] !== undefined;
  return [
    fieldAt([...path, 'unexpectedField'], fc.constantFrom('text', 1)),
    ...Object.entries(properties).flatMap(([name, field]) => {
      if (field.not) return [fieldAt([...path, name], forbiddenValue)];
      const isOptional = !required.includes(name);
      return changesAt({
        path: [...path, name],
        schema: field,
        sample: (sample as Record<string, Template> | undefined)?.[name],
        isOptional,
        maybeLeftOut: isOptional && !isNotShown && field['x-not-shown'] === undefined,
        isText,
      });
    }),
  ];
}

/** A field that the sample does not have. */
const fieldAt = (path: Change['path'], values: fc.Arbitrary<Template>): fc.Arbitrary<Change> =>
  values.map((value) => ({ path, value, isSettled: false, isOptional: false }));
