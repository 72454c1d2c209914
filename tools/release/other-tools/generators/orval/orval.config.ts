import { defineConfig } from 'orval';

const input = { target: '../../openapi.bundle.json' };

export default defineConfig({
  fetch: {
    input,
    output: { target: './generated/service.ts', client: 'fetch' },
  },
  zod: {
    input,
    output: {
      target: './generated/schemas.ts',
      client: 'zod',
      override: { zod: { generateEachHttpStatus: true } },
    },
  },
});
