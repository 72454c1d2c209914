import { isRecord } from './is-record.ts';

/** What a path such as `data.id` leads to. Undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}
