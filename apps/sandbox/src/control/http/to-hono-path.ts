/** `/users/{userId}` is `/users/:userId` in Hono. */
export function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
