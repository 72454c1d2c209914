export { type AdaptOptions, adaptValue, type FieldValues, listFieldValues } from './document/adapt-value.ts';
export { amountFields } from './document/amount-fields.ts';
export { baseDocument } from './document/base-document.ts';
export type {
  Example,
  HostName,
  MediaType,
  Method,
  OpenApiDocument,
  OpenPart,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  RetryClass,
  Schema,
  SecurityScheme,
  Server,
  Signature,
  TokenKind,
  TokenSource,
} from './document/document.ts';
export {
  allowedAddresses,
  amountUnit,
  eventSignature,
  eventStatuses,
  hostNames,
  kitMilestoneStates,
  milestoneStates,
  operationIds,
  partyRoles,
  retryDelaysInSeconds,
  ruleTopics,
  tokenKinds,
} from './document/facts.ts';
export { findOperation, methodsOf, type RoutedOperation } from './document/find-operation.ts';
export { withForbiddenProperties } from './document/forbidden-properties.ts';
export { type Ground, groundsOf } from './document/grounds.ts';
export { followPointer } from './document/json-pointer.ts';
export { mainRuleOf } from './document/main-rule-of.ts';
export { hasOverlays, openApiDocument } from './document/open-api-document.ts';
export {
  type DocumentedOperation,
  exampleBodyOf,
  exampleTokens,
  getOperation,
  listOperations,
  listWebhookRequests,
  type OperationDocument,
  type OperationId,
  operations,
  responseFor,
  type ServiceOperation,
  statusOfWrongValue,
} from './document/operations.ts';
export { fillPath } from './document/paths.ts';
export { renameRoles } from './document/rename-roles.ts';
export { requiredHeadersOf } from './document/required-headers.ts';
export { type ReferenceTarget, resolveReference } from './document/resolve-reference.ts';
export { attemptsInSeconds } from './document/retry-schedule.ts';
export { type RuleStatement, ruleOfKeyword } from './document/rule-of-keyword.ts';
export {
  type Basis,
  findRule,
  isRuleOff,
  type RuleHolder,
  rules,
  type ServiceRule,
} from './document/rules.ts';
export { sensitiveFields } from './document/sensitive-fields.ts';
