import { mutationConfig } from '@escrow-kit/tools/mutation';

const config = mutationConfig({
  mutate: ['src/event.ts', 'src/signature/*.ts', 'src/receiver/{request,receiver}.ts'],
  break: 86,
});

export default { ...config, vitest: { ...config.vitest, configFile: 'vitest.mutation.config.ts' } };
