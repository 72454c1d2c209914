export { type ControlAccess, type Deployment, defaultPhonePrefix } from './deployment/deployment.ts';
export type { Exploration, ExploreOptions } from './explore/explore.ts';
export type { Failure } from './explore/find-failure.ts';
export type { RuleSummary } from './judge/summarize-rules.ts';
export type { Outcome, Problem, Reason, VerifiedInteraction } from './judge/verification.ts';
export { type PreparePactsOptions, preparePacts, writePacts } from './pact-tools/prepare-pacts.ts';
export {
  type ConsumerVersionSelector,
  type VerifyPublishedOptions,
  verifyPublished,
} from './pact-tools/verify-published.ts';
export { type VerifyWithPactOptions, verifyWithPact } from './pact-tools/verify-with-pact.ts';
export { listPactFiles } from './pacts/pact-files.ts';
export type { Cause, Consequences, Finding, LeftOut } from './report/findings.ts';
export { formatHtml } from './report/format-html.ts';
export { formatJson } from './report/format-json.ts';
export { formatJunit } from './report/format-junit.ts';
export { formatMarkdown } from './report/format-markdown.ts';
export { formatText } from './report/format-text.ts';
export type { Remark, Report } from './report/report.ts';
export { type VerifyDeploymentOptions, verifyDeployment } from './verify/verify-deployment.ts';
