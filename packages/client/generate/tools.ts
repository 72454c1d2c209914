/** What the command needs and the client does not, each with what tells that it can be used. */
const tools: Record<string, () => Promise<unknown>> = {
  '@escrow-kit/spec': () => import('@escrow-kit/spec/overlay'),
  'typescript-6@npm:typescript@6': () => import('./typescript-api.ts'),
};

/** Says which packages are missing and how to install them; undefined if none is. */
export async function describeMissingTools(): Promise<string | undefined> {
  const missing: string[] = [];
  for (const [name, load] of Object.entries(tools)) {
    try {
      await load();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
      missing.push(name);
    }
  }
  if (missing.length === 0) return undefined;
  return `generate needs packages that a client does without. Run: npm install --save-dev ${missing.join(' ')}`;
}
