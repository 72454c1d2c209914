import { mutationConfig } from '@escrow-kit/tools/mutation';

const config = mutationConfig({
  mutate: ['src/flows/split-amount.ts', 'src/rules.ts', 'src/calls/attempts.ts'],
  break: 88,
});

export default { ...config, vitest: { ...config.vitest, configFile: 'vitest.mutation.config.ts' } };
