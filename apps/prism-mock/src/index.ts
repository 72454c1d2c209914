export { exampleTokens } from '@escrow-kit/spec';
export { type PrismMock, type PrismMockOptions, startPrismMock } from './start-prism-mock.ts';
