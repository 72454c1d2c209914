import { mutationConfig } from '@escrow-kit/suite/mutation';

const config = mutationConfig({
  mutate: ['src/flows/split-amount.ts', 'src/rules/is-balanced.ts', 'src/transport/{retry,send-until-settled}.ts'],
  break: 88,
});

export default { ...config, vitest: { ...config.vitest, configFile: 'vitest.mutation.config.ts' } };
