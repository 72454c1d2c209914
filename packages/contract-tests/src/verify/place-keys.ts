import { parseJson } from '../deployment/parse-json.ts';
import { valueExamples } from '../states/values.ts';

/**
 * Puts values of a state in place of their examples where those are keys of a JSON body, such as the milestone ids of
 * parties: Pact's generators reach values only. Returns the body as it is where it has no such key.
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
