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
} from './document.ts';
export { findOperation, methodsOf, type RoutedOperation } from './find-operation.ts';
export { withForbiddenProperties } from './forbidden-properties.ts';
export {
  eventStatuses,
  hostNames,
  milestoneStates,
  operationIds,
  retryDelaysInSeconds,
  ruleTopics,
  tokenKinds,
} from './generated/facts.ts';
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
} from './operations.ts';
export { fillPath } from './paths.ts';
export { attemptsInSeconds } from './retry-schedule.ts';
export {
  type Basis,
  findRule,
  mainRuleOf,
  type RuleHolder,
  type RuleStatement,
  ruleOfKeyword,
  rules,
  type ServiceRule,
} from './rules.ts';
