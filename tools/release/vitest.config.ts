import { defineConfig } from 'vitest/config';

// Everything here starts other programs, which takes its time on a busy machine.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 } });
