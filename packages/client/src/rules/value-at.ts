/** What a path such as `data.id` leads to. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((content: unknown, name) => (content as Record<string, unknown> | null)?.[name], value);
