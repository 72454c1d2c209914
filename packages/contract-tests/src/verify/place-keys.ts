import { parseJson } from '../deployment/parse-json.ts';
import { valueExamples } from '../states/values.ts';

/**
 * Replaces example values by values of the state in the keys of a JSON body, such as the milestone ids of parties. Pact's
 * generators reach only values. Returns the body unchanged if it has no such key.
 */
export function placeKeys(bodyText: string, values: Readonly<Record<string, unknown>>): string {
  const names = new Map<string, string>();
  for (const [name, example] of Object.entries(valueExamples)) {
    const value = values[name];
    if (typeof value === 'string') names.set(String(example), value);
  }
  const body = parseJson(bodyText);
  return hasKey(body, names) ? JSON.stringify(rename(body, names)) : bodyText;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function hasKey(value: unknown, names: ReadonlyMap<string, string>): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, member]) => names.has(key) || hasKey(member, names));
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [names.get(key) ?? key, rename(member, names)]),
  );
}
