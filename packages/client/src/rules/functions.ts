// What generated code uses of the client.
export { bounded, nullable } from './bounds.ts';
export type { Check } from './check.ts';
export { choice, list, map, object, optional, required } from './containers.ts';
export type { DeploymentOf } from './deployment.ts';
export { internationalPhone, notEmpty, partiesBalance } from './named-tests.ts';
export { anything, fixed, forbidden, number, oneOf, text, truthValue, wholeNumber } from './values.ts';
export type { RuleTexts } from './violation.ts';
