export { type ControlAccess, type Deployment, defaultPhonePrefix } from './deployment/deployment.ts';
export type { RuleSummary } from './judge/summarize-rules.ts';
export type { Outcome, Problem, Reason, VerifiedInteraction } from './judge/verification.ts';
export type { Cause, Consequences, Finding, LeftOut } from './report/findings.ts';
export { formatJson } from './report/format-json.ts';
export { formatJunit } from './report/format-junit.ts';
export { formatText } from './report/format-text.ts';
export type { Remark, Report } from './report/report.ts';
export { type VerifyDeploymentOptions, verifyDeployment } from './verify/verify-deployment.ts';
