export { exampleTokens } from './example-tokens.ts';
export { type PrismMock, type PrismMockOptions, startPrismMock } from './start-prism-mock.ts';
