export {
  type Example,
  type HostName,
  type MediaType,
  type Method,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  type Parameter,
  type PathItem,
  type Reference,
  type RequestBody,
  type Response,
  type RetryClass,
  type Schema,
  type SecurityScheme,
  type Server,
  type TokenKind,
} from './document/document.ts';
export { findOperation, methodsOf, type RoutedOperation } from './document/find-operation.ts';
export { withForbiddenProperties } from './document/forbidden-properties.ts';
export { type Ground, groundsOf } from './document/grounds.ts';
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
} from './document/operations.ts';
export { fillPath } from './document/paths.ts';
export { attemptsInSeconds } from './document/retry-schedule.ts';
export {
  type Basis,
  findRule,
  mainRuleOf,
  type RuleHolder,
  type RuleStatement,
  ruleOfKeyword,
  rules,
  type ServiceRule,
} from './document/rules.ts';
export {
  eventStatuses,
  hostNames,
  milestoneStates,
  operationIds,
  retryDelaysInSeconds,
  ruleTopics,
  tokenKinds,
} from './generated/facts.ts';
