export { type ControlAccess, type Deployment, defaultPhonePrefix } from './deployment/deployment.ts';
export type { Outcome, Problem, Reason, RuleSummary, VerifiedInteraction } from './judge/verification.ts';
export type { Failure, Finding, LeftOut } from './report/findings.ts';
export { formatJunit } from './report/format-junit.ts';
export { formatText } from './report/format-text.ts';
export { formatJson, type Report } from './report/report.ts';
export { type VerifyDeploymentOptions, verifyDeployment } from './verify/verify-deployment.ts';
