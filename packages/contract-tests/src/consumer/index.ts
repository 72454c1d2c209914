export type { SentToken } from '../deployment/credentials.ts';
export type { StateName } from '../states/catalogue.ts';
export { type StateValueName, valueExamples } from '../states/values.ts';
export { type Call, type DescribedCall, describeCall } from './describe-call.ts';
export type { WireRequest } from './describe-request.ts';
export { type GivenState, given, type PlaceValue } from './given.ts';
export { filledText, type Matcher, sameNumber, stateValue, wholeNumber } from './matchers.ts';
export { PlacedMap, type PlacedValue, type Template } from './placed-value.ts';
export { type Sample, samples } from './samples.ts';
