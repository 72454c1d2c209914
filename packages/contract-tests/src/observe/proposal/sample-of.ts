import type { Schema } from '@escrow-kit/spec';
import { lifetimes } from '../judge/find-token.ts';

const texts: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  uri: 'https://example.com/',
  email: 'someone@example.com',
};

/** In seconds. With a shorter one, a client that uses the example would sign in before each call. */
const lifetime = 3600;

/** A made-up value of a schema as findings infer it. No value that was observed is in it, but those of an enumeration. */
export function sampleOf(schema: Schema): unknown {
  const { type, enum: values, format = '', properties = {}, items, pattern } = schema;
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.type === 'integer' && lifetimes.test(name) ? lifetime : sampleOf(property),
      ]),
    );
  if (type === 'array') return items ? [sampleOf(items)] : [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  if (type === undefined) return {};
  return texts[format] ?? (pattern?.includes('\\+') ? '+966500000001' : pattern ? '1234567890' : 'text');
}
