import { isRecord } from './is-record.ts';

/** What a path such as `data.id` leads to. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((content, name) => (isRecord(content) ? content[name] : undefined), value);
