import type typescript from 'typescript-6';

/**
 * TypeScript's JavaScript API, which TypeScript 7.0 has none of: the project's own TypeScript, or the one installed as `typescript-6`.
 */
const api: typeof typescript = await load();
export default api;

async function load(): Promise<typeof typescript> {
  // The name is not written out, because a bundler is told to resolve it to this module.
  const own = ['typescript'].map((name) => import(name))[0] as Promise<{ default?: typeof typescript }>;
  const found = await own.catch(() => ({ default: undefined }));
  if (typeof found.default?.createPrinter === 'function') return found.default;
  return (await import('typescript-6')).default;
}
