import { mutationConfig } from '@escrow-kit/suite/mutation';

export default mutationConfig({
  mutate: ['src/flows/split-amount.ts', 'src/rules/is-balanced.ts', 'src/transport/{retry,send-until-settled}.ts'],
  break: 88,
});
