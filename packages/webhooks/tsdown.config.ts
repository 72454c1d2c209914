import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    web: 'src/web.ts',
    fetch: 'src/adapters/fetch.ts',
    node: 'src/adapters/node.ts',
    fastify: 'src/adapters/fastify.ts',
    lambda: 'src/adapters/lambda.ts',
    memory: 'src/memory-inbox/create-memory-inbox.ts',
    sqlite: 'src/sqlite-inbox/index.ts',
    postgres: 'src/postgres-inbox/index.ts',
  },
  format: 'esm',
  platform: 'neutral',
  deps: { neverBundle: [/^node:/] },
  dts: { oxc: true },
  fixedExtension: false,
});
export default config;
