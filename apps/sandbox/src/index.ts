export { ControlError } from './control/client/control-error.ts';
export {
  type Control,
  type ControlOptions,
  type CreatedTenant,
  createControl,
} from './control/client/create-control.ts';
export type { ControlSchema } from './control/document/control-call.ts';
export { type Credentials, defaultCredentials } from './domain/tenants/credentials.ts';
export { SandboxStartError } from './start-error.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
