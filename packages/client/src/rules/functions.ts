// The functions that generated checks call.
export { choice, list, map, object, optional, required } from './containers.ts';
export { internationalPhone, notEmpty, partiesBalance } from './named-tests.ts';
export { anything, fixed, forbidden, number, oneOf, text, truthValue, wholeNumber } from './values.ts';
