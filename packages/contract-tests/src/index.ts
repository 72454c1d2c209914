export { listPactFiles } from './pact-files.ts';
export { formatHtml } from './report/format-html.ts';
export { formatText } from './report/format-text.ts';
export { formatJson, type Report } from './report/report.ts';
export type { RuleSummary } from './report/summarize-rules.ts';
export { type ControlAccess, type Deployment, defaultPhonePrefix } from './verify/deployment.ts';
export type { Outcome, Problem, Reason, VerifiedInteraction } from './verify/verification.ts';
export { type VerifyDeploymentOptions, verifyDeployment } from './verify-deployment.ts';
